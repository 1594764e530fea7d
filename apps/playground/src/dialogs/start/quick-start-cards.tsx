import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { type QuickStart, quickStarts } from "./quick-starts.ts";

interface QuickStartCardsProps {
  readonly onChoose: (quick: QuickStart) => void;
  readonly isDisabled: boolean;
  /** Whether the first card has the focus at first. */
  readonly hasFocus?: boolean;
}

/** The ways to start a journey with one press, as large buttons. */
export function QuickStartCards({ onChoose, isDisabled, hasFocus = false }: QuickStartCardsProps): ReactNode {
  return (
    <div className="@container">
      <ul className="grid grid-cols-1 gap-2 @md:grid-cols-6 @4xl:grid-cols-5">
        {quickStarts.map((quick, i) => (
          <li key={quick.id} className="grid @md:col-span-2 @md:nth-[n+4]:col-span-3 @4xl:col-span-1!">
            <Button
              className="group flex cursor-pointer items-start gap-3 rounded-8 border border-line-strong bg-panel p-3 text-left data-disabled:cursor-default data-hovered:border-ink-3 data-hovered:bg-sunken"
              isDisabled={isDisabled}
              autoFocus={hasFocus && i === 0}
              onPress={() => onChoose(quick)}
            >
              <Mark quick={quick} />
              <span className="grid min-w-0">
                <span className="text-14 font-semibold">{quick.label}</span>
                <span className="text-12 text-ink-2">{quick.about}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Mark = ({ quick: { icon: Icon, tone } }: { readonly quick: QuickStart }) => (
  <span
    data-tone={tone}
    className="grid size-8 flex-none place-items-center rounded-full border border-tone-edge bg-tone-soft text-tone"
  >
    <Icon size={16} aria-hidden />
  </span>
);
