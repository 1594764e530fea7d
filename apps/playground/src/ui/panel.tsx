import type { ReactNode } from "react";
import type { Tone } from "../text/tones.ts";

interface PanelProps {
  /** Heading of the panel. A panel without a heading is not a landmark for screen readers. */
  readonly title?: ReactNode;
  /** A note after the heading. */
  readonly note?: ReactNode;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  readonly tone?: Tone;
  /** Removes the padding, for tables and lists that reach the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A box with a heading and one kind of content. */
export function Panel({ title, note, actions, tone, flush = false, children }: PanelProps): ReactNode {
  const colours = tone === undefined ? "border-line bg-panel" : "border-tone-edge bg-tone-soft";
  return (
    <section className={`min-w-0 rounded-12 border ${colours}`} data-tone={tone}>
      {(title !== undefined || actions !== undefined) && (
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
          <h2 className="text-14">{title}</h2>
          {note !== undefined && <span className="text-12 text-ink-3">{note}</span>}
          {actions !== undefined && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? "pt-2" : "px-4 pt-3 pb-4"}>{children}</div>
    </section>
  );
}
