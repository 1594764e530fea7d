import type { Profile } from "@journey-kit/schemas/profile";
import type { Model } from "./model.ts";
import type { Session } from "./session.ts";

const lifetimes: Readonly<Record<Profile["token-lifetime"], number>> = {
  "3600s": 3_600_000,
  "300s": 300_000,
  "60s": 60_000,
};

/** How long an access token lives, in milliseconds. Gap `token-lifetime`. */
export const lifetimeOf = ({ profile }: Readonly<Model>): number => lifetimes[profile["token-lifetime"]];

/** Takes another access token from the next call on. Spec 5. */
export function renew(model: Model, { caller }: Session): void {
  caller.renew();
  model.tokenSince = model.now;
}
