import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { createServerTarget, createTabTarget, hasServer, type Target, type TargetKind } from "./target.ts";

interface TargetChoice {
  readonly target: Target;
  /**
   * Switches to the server of this page or to the simulator in this tab, whose code is loaded first.
   *
   * @returns A promise that rejects if the code cannot be loaded. The target stays as it was.
   */
  readonly choose: (kind: TargetKind) => Promise<void>;
  /** Starts the simulator in this tab, which keeps its worlds while the page is open, without switching to it. */
  readonly openTab: () => Promise<Target>;
  /** Sets the control token of the server. It is kept in memory only. */
  readonly setToken: (token: string) => void;
}

const TargetContext = createContext<TargetChoice | undefined>(undefined);

let tab: Promise<Target> | undefined;

/** Starts the simulator in this tab once. After a failure, the next call tries again. */
function openTab(): Promise<Target> {
  tab ??= createTabTarget().catch((error: unknown) => {
    tab = undefined;
    throw error;
  });
  return tab;
}

interface TargetProviderProps {
  /** The only simulator of the page, for a page that cannot switch. */
  readonly only?: Target | undefined;
  /** What to show while the simulator in this tab loads. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Provides the simulator that the page talks to. */
export function TargetProvider({ only, fallback, children }: TargetProviderProps): ReactNode {
  const [token, setToken] = useState<string>();
  const server = useMemo(() => (hasServer() ? createServerTarget(token) : undefined), [token]);
  const [inTab, setInTab] = useState<Target>();
  const choose = useCallback(async (kind: TargetKind) => setInTab(kind === "tab" ? await openTab() : undefined), []);
  const target = only ?? inTab ?? server;
  useEffect(() => {
    if (target === undefined) void choose("tab");
  }, [target, choose]);
  const choice = useMemo(() => target && { target, choose, openTab, setToken }, [target, choose]);
  return choice ? <TargetContext value={choice}>{children}</TargetContext> : fallback;
}

/** Returns the current simulator and the functions that change it. */
export function useTarget(): TargetChoice {
  const choice = useContext(TargetContext);
  if (choice === undefined) throw new Error("Call useTarget inside a TargetProvider.");
  return choice;
}
