import type { Report, Verdict } from "../driver/driver.ts";

/** Exit codes that tell a verdict, for a program that prints none. 1 and 2 are what crashes end with. */
const verdictCodes: Readonly<Record<Verdict, number>> = {
  accept: 0,
  reject: 10,
  refer: 11,
  undecided: 12,
  failed: 13,
  unknown: 14,
};

const verdicts = Object.keys(verdictCodes) as Verdict[]; // `Object.keys` forgets its keys

/**
 * Reads what a program tells: the last line of its output is a verdict, or JSON with `verdict` and perhaps `instanceId`;
 * otherwise its exit code counts.
 *
 * @returns undefined where it tells nothing.
 */
export function toReport(out: string, err: string, code: number | undefined): Report | undefined {
  const output = out + err;
  const last = out.trimEnd().split("\n").at(-1)?.trim() ?? "";
  const told = toVerdict(last) ?? toMembers(last);
  if (told !== undefined) return { ...told, output };
  const verdict = verdicts.find((one) => verdictCodes[one] === code);
  return verdict && { verdict, output };
}

function toVerdict(word: string): Report | undefined {
  const verdict = verdicts.find((one) => one === word);
  return verdict && { verdict };
}

function toMembers(line: string): Report | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const { verdict, instanceId }: { verdict?: unknown; instanceId?: unknown } = JSON.parse(line);
    const told = typeof verdict === "string" ? toVerdict(verdict) : undefined;
    return told && { ...told, ...(typeof instanceId === "string" && { instanceId }) };
  } catch {
    return undefined;
  }
}
