import { isIPv6 } from "node:net";
import { isClientId } from "@journey-kit/schemas/calls";
import { suggest } from "@journey-kit/schemas/report";
import { type LimitName, limitNames, limitOf, parseLimit } from "@journey-kit/schemas/tables";
import { usageError } from "./terminal.ts";

/** Parses the value of a flag. Throws a {@link usageError} that says which value the flag expects. */
export type Reader<Value> = (text: string) => Value;

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

export const oneOf =
  <const Word extends string>(flag: string, words: readonly Word[]): Reader<Word> =>
  (text) =>
    words.find((word) => word === text) ??
    refuse(flag, `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`, suggest(text, words));

/** Parses any text. A text that starts with `--` is the next flag, so the value is missing. */
export const text =
  (flag: string): Reader<string> =>
  (value) => {
    if (value.startsWith("--")) throw usageError(`${flag} needs a value.`);
    return value;
  };

/** Parses one value of a repeatable flag and appends it. */
export const repeated =
  <Value>(read: Reader<Value>) =>
  (value: string, earlier: readonly Value[] = []): readonly Value[] => [...earlier, read(value)];

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

export const host =
  (flag: string): Reader<string> =>
  (value) => {
    const bare = value.replace(/^\[(.*)\]$/, "$1");
    const isHost = isIPv6(bare) || /^[a-z0-9._][a-z0-9._-]{0,252}$/i.test(bare);
    return isHost ? bare : refuse(flag, "a host name or an IP address");
  };

/** Parses an origin, or `*`. */
export const origin =
  (flag: string): Reader<string> =>
  (value) => {
    const found = value === "*" ? value : (URL.parse(value)?.origin ?? "null");
    const isOrigin = found !== "null" && (value === found || value === `${found}/`);
    return isOrigin ? found : refuse(flag, "an origin such as https://app.example, or *");
  };

export const store =
  (flag: string): Reader<string> =>
  (address) =>
    /^(sqlite:|postgres(ql)?:\/\/)./.test(address) ? address : refuse(flag, "sqlite:FILE or a postgres:// URL");

export const clientId =
  (flag: string): Reader<string> =>
  (value) =>
    isClientId(text(flag)(value)) ? value : refuse(flag, "a client id other than . and .. with 1 to 256 characters");

/** Parses a limit and its value, such as `instances=1000` or `store-bytes=2GiB`. */
export const limit =
  (flag: string): Reader<readonly [LimitName, number]> =>
  (text) => {
    const [name = "", value = ""] = text.split("=", 2);
    const known = limitNames.find((one) => one === name);
    if (known === undefined) throw usageError(`${flag}: there is no limit with this name.${suggest(name, limitNames)}`);
    const example = limitOf(known).unit === "bytes" ? "64MiB" : "1000";
    return [known, parseLimit(known, value) ?? refuse(flag, `a limit and its value, such as ${known}=${example}`)];
  };

/** Parses a token that is valid in a header. */
export const token =
  (flag: string): Reader<string> =>
  (value) =>
    /^(?!--)[!-~]{1,4096}$/.test(value) ? value : refuse(flag, "1 to 4096 printable ASCII characters without spaces");

/** Throws a {@link usageError} that says which value the flag expects. */
function refuse(flag: string, expected: string, hint = ""): never {
  throw usageError(`${flag} must be ${expected}.${hint}`);
}
