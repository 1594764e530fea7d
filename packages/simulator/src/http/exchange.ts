import type { Profile } from "@journey-kit/schemas/profile";
import type { Region } from "@journey-kit/schemas/regions";
import type { RouteName } from "@journey-kit/schemas/routes";
import type { Basis } from "../machine/result.ts";
import type { Settings } from "../store/store.ts";
import type { ApiClient } from "../world/permissions.ts";
import type { Millis } from "../world/time.ts";
import type { Call } from "./call.ts";
import type { Note } from "./note.ts";
import type { Claims } from "./token.ts";

/** An exchange whose endpoint is known. */
export interface Exchange {
  readonly call: Call;
  readonly name: RouteName;
  readonly region: Region;
  /** Values of the `:name` parts of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly profile: Profile;
  /** Makes of a token's claims what a fault of this call makes of them. */
  readonly spoil: (claims: Claims) => Claims;
  /** Keeps what the journal is to have of the call. */
  readonly note: Note;
  /** Takes note of what decided the answer. */
  readonly because: (...basis: readonly Basis[]) => void;
}

/** An exchange with a world: its caller has shown a token that is good for the endpoint. */
export interface WorldExchange extends Exchange {
  readonly world: string;
  readonly client: ApiClient;
  readonly settings: Settings;
  /** The time of the world. */
  readonly now: Millis;
  readonly claims: Claims;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What an endpoint answers; the status is the row's where none is given. */
export interface Reply {
  readonly body: object | string | ReadableStream<Uint8Array>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
