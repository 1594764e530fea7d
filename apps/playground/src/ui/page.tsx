import type { ReactNode } from "react";

interface PageProps {
  readonly title: ReactNode;
  /** Badges next to the title. */
  readonly badges?: ReactNode;
  /** One line below the title. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** On a narrow screen, buttons fill the line. A button in another element, such as that of a menu, keeps its size. */
const wideButtons = "narrow:*:[button]:flex-1 narrow:*:[button]:px-2";

/** A view with its heading. The children are laid out below each other. A view can fill the window in height. */
export function Page({ title, badges, about, actions, children }: PageProps): ReactNode {
  const padding =
    "px-6 pt-[18px] pb-16 not-narrow:has-[[data-fills-page]]:pb-4 narrow:px-3 narrow:pt-3.5 narrow:pb-[88px]";
  return (
    <div className={`mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-3.5 ${padding}`}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h1 className="text-22 leading-[1.3] tracking-[-0.02em]">{title}</h1>
          {badges}
        </div>
        {actions !== undefined && (
          <div className={`ml-auto flex flex-wrap gap-2 narrow:ml-0 narrow:w-full narrow:gap-1.5 ${wideButtons}`}>
            {actions}
          </div>
        )}
        {about !== undefined && (
          <div className="flex w-full flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2">{about}</div>
        )}
      </header>
      {children}
    </div>
  );
}
