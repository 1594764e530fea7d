import { suggest } from "../report/suggest.ts";
import { CommandError } from "./terminal.ts";

/** Parses the value of a flag. Throws a {@link CommandError} that says which value the flag expects. */
export type Reader<Value> = (text: string) => Value;

/** Parses a whole number. */
export const number =
  (flag: string, min: number, max: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : refuse(flag, `a whole number from ${min} to ${max}`);
  };

/** Parses seconds. Returns milliseconds. */
export const seconds =
  (flag: string): Reader<number> =>
  (text) => {
    const value = /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) * 1_000 : 0;
    return value > 0 ? value : refuse(flag, "a number of seconds greater than 0, such as 0.2 or 10");
  };

/** Parses one of the given words. */
export const oneOf =
  <const Word extends string>(flag: string, words: readonly Word[]): Reader<Word> =>
  (text) =>
    words.find((word) => word === text) ??
    refuse(flag, `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`, suggest(text, words));

/** Parses any text. A text that starts with `--` is the next flag, so the value is missing. */
export const text =
  (flag: string): Reader<string> =>
  (value) => {
    if (value.startsWith("--")) throw new CommandError(`${flag} needs a value.`, 2);
    return value;
  };

/** Parses one value of a repeatable flag and appends it. */
export const repeated =
  <Value>(read: Reader<Value>) =>
  (value: string, earlier: readonly Value[] = []): readonly Value[] => [...earlier, read(value)];

/** Parses a gap and a reading. */
export const reading =
  (flag: string): Reader<readonly [gap: string, reading: string]> =>
  (value) => {
    const [gap = "", chosen = ""] = value.split("=", 2);
    return gap === "" || chosen === "" ? refuse(flag, "GAP=READING, such as token-lifetime=60s") : [gap, chosen];
  };

/** Parses an address, and removes trailing slashes. `http://` is optional. */
export const address =
  (flag: string, example = "http://127.0.0.1:4010"): Reader<string> =>
  (value) => {
    const full = value.includes("://") ? value : `http://${value}`;
    const url = value.startsWith("-") ? null : URL.parse(full);
    const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return isAddress ? full.replace(/\/+$/, "") : refuse(flag, `an address such as ${example}`);
  };

/** Parses a token that is valid in a header. */
export const token =
  (flag: string): Reader<string> =>
  (value) =>
    /^(?!--)[!-~]{1,4096}$/.test(value) ? value : refuse(flag, "1 to 4096 printable ASCII characters without spaces");

/** Throws a {@link CommandError} that says which value the flag expects. */
export function refuse(flag: string, expected: string, hint = ""): never {
  throw new CommandError(`${flag} must be ${expected}.${hint}`, 2);
}
