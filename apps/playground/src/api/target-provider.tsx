import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { createServerTarget, createTabTarget, hasServer, type Target, type TargetKind } from "./target.ts";

interface TargetChoice {
  readonly target: Target;
  /** Switches to the server of this page or to the simulator in this tab. */
  readonly choose: (kind: TargetKind) => void;
  /** Sets the control token of the server. It is kept in memory only. */
  readonly setToken: (token: string) => void;
}

const TargetContext = createContext<TargetChoice | undefined>(undefined);

interface TargetProviderProps {
  /** The only simulator of the page, for a page that cannot switch. */
  readonly only?: Target | undefined;
  /** What to show while the simulator in this tab loads. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/**
 * Provides the simulator that the page talks to. The simulator in this tab keeps its worlds while another simulator is
 * chosen.
 */
export function TargetProvider({ only, fallback, children }: TargetProviderProps): ReactNode {
  const [kind, choose] = useState<TargetKind>(only?.kind ?? (hasServer() ? "server" : "tab"));
  const [token, setToken] = useState<string>();
  const [tab, setTab] = useState<Target>();
  const server = useMemo(() => only ?? createServerTarget(token), [only, token]);
  useEffect(() => {
    if (kind === "tab" && tab === undefined) void createTabTarget().then(setTab);
  }, [kind, tab]);
  const chosen = kind === "tab" ? (tab ?? (hasServer() ? server : undefined)) : server; // uses the server until the simulator in the tab is ready
  const target = only ?? chosen;
  const choice = useMemo(() => target && { target, choose, setToken }, [target]);
  return choice ? <TargetContext value={choice}>{children}</TargetContext> : fallback;
}

/** Returns the current simulator and the functions that change it. */
export function useTarget(): TargetChoice {
  const choice = useContext(TargetContext);
  if (choice === undefined) throw new Error("Call useTarget inside a TargetProvider.");
  return choice;
}
