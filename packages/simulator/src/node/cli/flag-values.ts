import { suggest } from "@journey-kit/schemas/report";
import { isBareIPv6 } from "../listener.ts";
import { CommandError } from "./terminal.ts";

/** Parses the value of a flag. Throws {@link CommandError} with the expected form. */
export type Reader<Value> = (text: string) => Value;

/** Parses a whole number. */
export const number =
  (flag: string, min: number, max: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : refuse(flag, `a whole number from ${min} to ${max}`);
  };

/** Parses one of a few words. */
export const oneOf =
  <const Word extends string>(flag: string, words: readonly Word[]): Reader<Word> =>
  (text) =>
    words.find((word) => word === text) ??
    refuse(flag, `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`, suggest(text, words));

/** Parses one word of a repeatable flag and appends it. */
export const someOf =
  <const Word extends string>(flag: string, words: readonly Word[]) =>
  (text: string, earlier: readonly Word[] = []): readonly Word[] => [...earlier, oneOf(flag, words)(text)];

/** Parses free text. If it starts with `--`, it is the next flag, and the value is missing. */
export const text =
  (flag: string): Reader<string> =>
  (value) => {
    if (value.startsWith("--")) throw new CommandError(`${flag} needs a value.`, 2);
    return value;
  };

/** Parses a host name or an address. */
export const host =
  (flag: string): Reader<string> =>
  (value) => {
    const bare = value.replace(/^\[(.*)\]$/, "$1");
    const isHost = isBareIPv6(bare) || /^[a-z0-9._][a-z0-9._-]{0,252}$/i.test(bare);
    return isHost ? bare : refuse(flag, "a host name or an address");
  };

/** Parses one host of a repeatable flag and appends it. */
export const hosts =
  (flag: string) =>
  (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, host(flag)(value)];

/** Parses one origin of a repeatable flag, or `*`, and appends it. */
export const origins =
  (flag: string) =>
  (value: string, earlier: readonly string[] = []): readonly string[] => {
    const origin = value === "*" ? value : (URL.parse(value)?.origin ?? "null");
    const isOrigin = origin !== "null" && (value === origin || value === `${origin}/`);
    return isOrigin ? [...earlier, origin] : refuse(flag, "an origin such as https://app.example, or *");
  };

/** Parses the address of a simulator, without a trailing slash. `http://` is optional. */
export const address =
  (flag: string): Reader<string> =>
  (value) => {
    const full = value.includes("://") ? value : `http://${value}`;
    const url = value.startsWith("-") ? null : URL.parse(full);
    const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return isAddress ? full.replace(/\/+$/, "") : refuse(flag, "an address such as http://127.0.0.1:4010");
  };

/** Parses a token that a header can contain. */
export const token =
  (flag: string): Reader<string> =>
  (value) =>
    /^(?!--)[!-~]{1,4096}$/.test(value) ? value : refuse(flag, "printable ASCII characters without spaces");

function refuse(flag: string, expected: string, hint = ""): never {
  throw new CommandError(`${flag} takes ${expected}.${hint}`, 2);
}
