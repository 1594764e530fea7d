import { cloneElement, type ReactNode, Suspense, useState } from "react";
import { lazyComponent } from "../lazy.tsx";
import type { MenuProps } from "./menu-popup.tsx";

export type { MenuEntry } from "./menu-popup.tsx";

const MenuPopup = lazyComponent(async () => (await import("./menu-popup.tsx")).MenuPopup);

/** A button that opens a list of actions. The list is loaded when it is first opened. */
export function Menu(props: MenuProps): ReactNode {
  const [isUsed, setUsed] = useState(false);
  const trigger = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    onPress: () => setUsed(true),
    onKeyDown: ({ key }) => {
      if (key === "ArrowDown" || key === "ArrowUp") setUsed(true);
    },
  });
  if (!isUsed) return trigger;
  return (
    <Suspense fallback={trigger}>
      <MenuPopup {...props} />
    </Suspense>
  );
}
