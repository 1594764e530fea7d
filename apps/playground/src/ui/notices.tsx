import { type ReactNode, useEffect } from "react";
import { createStore, useStore } from "../store.ts";
import { Problem } from "./states.tsx";

interface Notice {
  readonly id: number;
  readonly content: string | Error;
}

const notices = createStore<readonly Notice[]>([]);
const shownFor = 4_000;
const maxShown = 4;
let lastId = 0;

/** Shows a message for a few seconds, or an error until the user closes it. */
export function notify(content: string | Error): void {
  lastId += 1;
  notices.write([...notices.read().slice(1 - maxShown), { id: lastId, content }]);
}

/** Shows the result of an action, or its error. */
export const report = (action: Promise<string>): void =>
  void action.then(notify, (error: unknown) => notify(error instanceof Error ? error : String(error)));

const close = (id: number) => notices.write(notices.read().filter((notice) => notice.id !== id));

/** The notices, in a corner of the page. */
export function Notices(): ReactNode {
  return (
    <div
      className="fixed right-4 bottom-4 z-30 grid w-[min(420px,calc(100vw-32px))] gap-2 narrow:bottom-16"
      role="log"
      aria-label="Notices"
    >
      {useStore(notices).map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice: { id, content } }: { readonly notice: Notice }): ReactNode {
  useEffect(() => {
    if (typeof content !== "string") return;
    const timer = setTimeout(() => close(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, content]);
  return (
    <div className="flex items-start justify-between gap-3 rounded-8 border border-line-strong bg-panel px-3 py-2.5 shadow-float">
      {typeof content === "string" ? content : <Problem error={content} />}
      <button type="button" className="cursor-pointer border-0 bg-transparent text-ink-2" onClick={() => close(id)}>
        Close
      </button>
    </div>
  );
}
