import type { ReactNode } from "react";

/** A key of the keyboard, hidden from screen readers because the label of the button is enough. */
export function Kbd({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd
      className="rounded-[4px] border border-current/28 px-1 text-11 leading-4 font-normal narrow:hidden"
      aria-hidden
    >
      {children}
    </kbd>
  );
}
