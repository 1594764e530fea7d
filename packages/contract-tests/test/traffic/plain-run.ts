import type { Subject } from "@journey-kit/schemas";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { ServiceSettings } from "../../src/service/client-adapter.ts";
import type { ApiVersion } from "../../src/service/journey.ts";
import type { Answer, Caller } from "../../src/service/target.ts";
import type { Draw } from "./draw.ts";

/** A journey for the plain client. */
export interface PlainRun {
  readonly resourceId: string;
  readonly apiVersion: ApiVersion;
  readonly person: Subject;
  /** How the data is collected. */
  readonly delivery: "api" | "page";
  /** Whether the start waits for the modules; only v1. */
  readonly isSynchronous: boolean;
  /** Probability of a mistaken request before each step. */
  readonly mistakes: number;
  /** What happens outside of the client after each poll, such as a person who fills in the hosted pages. */
  readonly onPoll: (instanceId: string, poll: number) => Promise<void>;
}

/** Sends a request with a valid token. Returns undefined if the response was lost. */
export type Send = (route: EndpointName, body: unknown) => Promise<Answer | undefined>;

/** What a running journey of the plain client knows. */
export interface PlainContext {
  readonly draw: Draw;
  readonly settings: Required<ServiceSettings>;
  readonly caller: Caller;
  readonly send: Send;
  readonly run: PlainRun;
}
