import { type Region, regions } from "@journey-kit/schemas/regions";
import type { Millis } from "../../world/time.ts";
import { isBareIPv6 } from "../listener.ts";
import type { CommandLine } from "./flags.ts";
import { CommandError } from "./terminal.ts";

/** What the flags of `serve` say, files apart. */
export interface ServeSettings {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly region: Region;
  readonly latency: number | undefined;
  readonly seed: number | undefined;
}

/**
 * Reads the values of flags.
 *
 * @throws {CommandError} With the flag and what it takes.
 */
export function readSettings({ values }: Pick<CommandLine, "values">): ServeSettings {
  const { host = "127.0.0.1", region = "eu" } = values;
  return {
    port: readNumber("port", values.port, 65_535) ?? 4010,
    host: readHost("host", host),
    allowedHosts: (values["allow-host"] ?? []).map((one) => readHost("allow-host", one)),
    region: regions.find((one) => one === region) ?? fail("region", regions.join(" or ")),
    latency: readNumber("latency", values.latency, 3_600_000),
    seed: readNumber("seed", values.seed, Number.MAX_SAFE_INTEGER),
  };
}

/**
 * Reads `--control-token`.
 *
 * @throws {CommandError} For one that no header can carry.
 */
export function readControlToken({ "control-token": token }: CommandLine["values"]): string | undefined {
  if (token === undefined || /^[!-~]{1,4096}$/.test(token)) return token;
  return fail("control-token", "letters, digits and signs of ASCII, without spaces");
}

/**
 * Reads `--times`.
 *
 * @throws {CommandError} For anything but a number from 1.
 */
export function readTimes({ times }: CommandLine["values"]): number | undefined {
  const max = 1_000_000;
  return readNumber("times", times, max) === 0
    ? fail("times", `a whole number from 1 to ${max}`)
    : readNumber("times", times, max);
}

function readNumber(flag: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : fail(flag, `a whole number from 0 to ${max}`);
}

function readHost(flag: string, text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  return isBareIPv6(bare) || /^[a-z0-9._-]{1,253}$/i.test(bare) ? bare : fail(flag, "a host name or an address");
}

function fail(flag: string, expected: string): never {
  throw new CommandError(`--${flag} takes ${expected}.`, 2);
}

const units: Readonly<Record<string, Millis>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a text such as `500ms`, `24h` or `1h30m`; undefined where it is no duration. */
export function parseDuration(text: string): Millis | undefined {
  if (!/^(\d{1,12}(ms|s|m|h|d))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)];
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}
