// Runs Pact's verifier for `pacts`: the parent process sends a request and receives the reply.
import {
  type StateHandler,
  type Verification,
  type VerifyOptions,
  verifyPacts,
} from "@journey-kit/contract-tests/pact";
import { loadModule, messageOf } from "../terminal/load-module.ts";

/** A folder of pact files, and how to verify them. */
export interface VerifyRequest {
  readonly dir: string;
  readonly options: VerifyOptions;
  /** Path of a module that exports `stateHandlers`. */
  readonly states: string | undefined;
}

/** The result, or why there is none. */
export type VerifyReply = { readonly verification: Verification } | { readonly problem: string };

/** Sent after each of `total` interactions, before the reply. */
export interface VerifyProgress {
  readonly total: number;
}

process.once("message", async (request: VerifyRequest) => {
  const reply: VerifyReply = await verify(request).then(
    (verification) => ({ verification }),
    (error: unknown) => ({ problem: messageOf(error) }),
  );
  process.send?.(reply, undefined, {}, () => process.exit());
});

async function verify({ dir, options, states }: VerifyRequest): Promise<Verification> {
  const onInteraction = (total: number) => void process.send?.({ total } satisfies VerifyProgress);
  const stateHandlers = states === undefined ? {} : await readStateHandlers(states);
  return verifyPacts(dir, { ...options, stateHandlers, onInteraction });
}

async function readStateHandlers(file: string): Promise<Readonly<Record<string, StateHandler>>> {
  const loaded: { readonly stateHandlers?: unknown } = await loadModule(file);
  const entries = Object.entries(loaded.stateHandlers ?? {});
  const handlers = entries.filter((entry): entry is [string, StateHandler] => typeof entry[1] === "function");
  if (entries.length > 0 && handlers.length === entries.length) return Object.fromEntries(handlers);
  throw new Error(`${file} must export \`stateHandlers\`, an object with a function for each state.`);
}
