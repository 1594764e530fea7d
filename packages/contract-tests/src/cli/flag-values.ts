import { suggest } from "@journey-kit/schemas/report";
import { CommandError } from "./terminal.ts";

/** Reads the value of a flag. Throws {@link CommandError} with the flag and what it takes. */
type Reader<Value> = (text: string) => Value;

/** Reads a whole number. */
export const number =
  (flag: string, min: number, max: number): Reader<number> =>
  (value) => {
    const found = /^\d{1,9}$/.test(value.trim()) ? Number(value) : Number.NaN;
    return found >= min && found <= max ? found : refuse(flag, `a whole number from ${min} to ${max}`);
  };

/** Reads seconds, as milliseconds. */
export const seconds =
  (flag: string): Reader<number> =>
  (value) => {
    const found = /^\d{1,6}(\.\d{1,3})?$/.test(value.trim()) ? Number(value) * 1_000 : 0;
    return found > 0 ? found : refuse(flag, "seconds, such as 0.2 or 10");
  };

/** Reads one of a few words. */
export const oneOf =
  <const Word extends string>(flag: string, words: readonly Word[]): Reader<Word> =>
  (value) => {
    const all = words.length > 4 ? `one of ${words.join(", ")}` : words.join(" or ");
    return words.find((word) => word === value) ?? refuse(flag, all, suggest(value, words));
  };

/** Reads free text, which may not look like a flag whose own value is missing. */
export const text =
  (flag: string): Reader<string> =>
  (value) => {
    if (value.startsWith("--")) throw new CommandError(`${flag} needs a value.`, 2);
    return value;
  };

/** Reads the values of a flag that may be repeated. */
export const each =
  <Value>(read: Reader<Value>) =>
  (value: string, earlier: readonly Value[] = []): readonly Value[] => [...earlier, read(value)];

/** Reads an address without a trailing slash; `http://` may be left out. */
export const address =
  (flag: string, example = "http://127.0.0.1:4010"): Reader<string> =>
  (value) => {
    const full = value.includes("://") ? value : `http://${value}`;
    const url = value.startsWith("-") ? null : URL.parse(full);
    const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return isAddress ? full.replace(/\/+$/, "") : refuse(flag, `an address such as ${example}`);
  };

/** Reads a token that a header can carry. */
export const token =
  (flag: string): Reader<string> =>
  (value) =>
    /^(?!--)[!-~]{1,4096}$/.test(value) ? value : refuse(flag, "printable ASCII characters without spaces");

/** Reads `GAP=READING`. */
export const reading =
  (flag: string): Reader<readonly [string, string]> =>
  (value) => {
    const [gap = "", chosen = ""] = value.split("=", 2);
    return gap === "" || chosen === "" ? refuse(flag, "GAP=READING, such as token-lifetime=60s") : [gap, chosen];
  };

function refuse(flag: string, expected: string, hint = ""): never {
  throw new CommandError(`${flag} takes ${expected}.${hint}`, 2);
}
