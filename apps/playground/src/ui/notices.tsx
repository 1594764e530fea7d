import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import styles from "./notices.module.css";
import { Problem } from "./states.tsx";

interface Notice {
  readonly id: number;
  readonly content: string | Error;
}

/** Shows a message for a few seconds, or an error until the user closes it. */
export type Notify = (content: string | Error) => void;

const NotifyContext = createContext<Notify>(() => undefined);
const shownFor = 4_000;
let lastId = 0;

/** Shows notices in a corner of the page. */
export function NoticeProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const remove = useCallback((id: number) => setNotices((known) => known.filter((notice) => notice.id !== id)), []);
  const notify = useCallback<Notify>((content) => {
    lastId += 1;
    const notice = { id: lastId, content };
    setNotices((known) => [...known.slice(-3), notice]);
  }, []);
  const shown = useMemo(
    () => notices.map((notice) => <NoticeCard key={notice.id} notice={notice} onClose={() => remove(notice.id)} />),
    [notices, remove],
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <div className={styles.region} role="log" aria-label="Notices">
        {shown}
      </div>
    </NotifyContext>
  );
}

/** Returns the function that shows a notice. */
export const useNotify = (): Notify => useContext(NotifyContext);

function NoticeCard({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }): ReactNode {
  const { content } = notice;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts when the notice appears.
  useEffect(() => {
    if (typeof content !== "string") return;
    const timer = setTimeout(onClose, shownFor);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.notice}>
      {typeof content === "string" ? content : <Problem error={content} />}
      <button type="button" className={styles.close} onClick={onClose}>
        Close
      </button>
    </div>
  );
}
