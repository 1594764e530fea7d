import { isRecord, memberOf } from "@journey-kit/schemas/calls";

/** Members with a token that requests repeat. */
export const tokenMembers: readonly string[] = ["access_token", "endUserToken", "connectToken", "token"];

/** Members with an id that requests repeat. */
export const idMembers: readonly string[] = ["instanceId", "interactionId", "taskId"];

/** The ids and tokens of the service, and those of the shadow that stand for the same things. */
export interface Ids {
  /** Whether two ids can stand for the same thing, given the pairs so far. */
  fits(real: string, shadow: string): boolean;
  /** Whether two texts are equal, except for ids that stand for the same thing. */
  areEqual(real: string, shadow: string): boolean;
  toShadow(real: string): string | undefined;
  /** Replaces the ids and tokens of the service in a text. */
  translate(text: string): string;
  /** Learns which ids and tokens of two responses belong together. */
  learn(real: unknown, shadow: unknown): void;
}

const sentMembers: ReadonlySet<string> = new Set([...tokenMembers, ...idMembers]);

export function createIds(): Ids {
  const toShadow = new Map<string, string>();
  const sent: (readonly [real: string, shadow: string])[] = [];
  const toReal = new Map<string, string>();
  const pair = (real: string, shadow: string): boolean => {
    const isNew = !toShadow.has(real) && !toReal.has(shadow);
    if (isNew) {
      toShadow.set(real, shadow);
      toReal.set(shadow, real);
    }
    return toShadow.get(real) === shadow;
  };
  const translate = (text: string): string => {
    let result = text;
    for (const [real, shadow] of sent) result = result.replaceAll(real, shadow);
    return result;
  };
  const areEqual = (real: string, shadow: string): boolean => real === shadow || translate(real) === shadow;
  const fits = (real: string, shadow: string): boolean => {
    if (areEqual(real, shadow)) return true;
    const known = toShadow.get(real);
    if (known !== undefined || toReal.has(shadow)) return known === shadow;
    return true;
  };
  const learn = (real: unknown, shadow: unknown, name = ""): void => {
    if (typeof real === "string" && typeof shadow === "string") {
      if (!sentMembers.has(name) || areEqual(real, shadow)) return;
      if (!pair(real, shadow)) return;
      sent.push([real, shadow]);
      sent.sort(([one], [other]) => other.length - one.length);
    } else if (Array.isArray(real) && Array.isArray(shadow))
      for (const [i, one] of real.entries()) learn(one, shadow[i], name);
    else if (isRecord(real))
      for (const [member, value] of Object.entries(real)) learn(value, memberOf(shadow, member), member);
  };
  return { fits, areEqual, translate, learn, toShadow: (real) => toShadow.get(real) };
}
