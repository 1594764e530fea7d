import type { ServiceSettings } from "../service/client-adapter.ts";
import type { ConditionRun } from "../service/condition.ts";
import type { Ending, Printed } from "./evidence.ts";

/** The secrets of a client, and the tokens that it received. */
export interface Secrets extends Pick<ServiceSettings, "clientId" | "clientSecret"> {
  readonly tokens: readonly string[];
}

/** Replaces secrets in a text. Also removes the credentials of HTTP Basic authentication, which are in base64. */
export function redact(text: string, { clientId, clientSecret, tokens }: Secrets): string {
  const basic = btoa([clientId, clientSecret].map(encodeURIComponent).join(":")).replace(/=+$/, "");
  return [clientSecret, basic, ...tokens].reduce((found, secret) => found.replaceAll(secret, "…"), text);
}

/** Removes secrets from what an ending shows. */
export function withoutSecrets(ending: Ending, secrets: Secrets): Ending {
  if (ending.kind !== "reported") return { ...ending, problem: redact(ending.problem, secrets) };
  const { output, unhandled, ...report } = ending.report;
  return {
    kind: "reported",
    report: {
      ...report,
      ...(output !== undefined && { output: redact(output, secrets) }),
      ...(unhandled !== undefined && { unhandled: redact(unhandled, secrets) }),
    },
  };
}

/** Finds out what a client printed, reported as its output, or threw. */
export function findPrinted(
  endings: readonly Ending[],
  logged: readonly string[],
  secrets: Secrets,
  runs: readonly ConditionRun[],
): readonly Printed[] {
  const reported = endings.map((one) => (one.kind === "reported" ? (one.report.output ?? "") : one.problem));
  const text = [...logged, ...reported].join("\n");
  if (text.trim() === "") return [];
  const isPersonal = runs.some(({ subject }) => personalTexts(subject).some((one) => text.includes(one)));
  return [
    "text",
    ...(redact(text, secrets) === text ? [] : (["secret"] as const)),
    ...(isPersonal ? (["personal"] as const) : []),
  ];
}

/** Letters that a text needs, so that it cannot be in the output by chance. */
const shortestPersonal = 5;

/** The texts in a person's data, without words of the specification such as the type of a document. */
function personalTexts(data: unknown): readonly string[] {
  if (typeof data === "string") return data.length < shortestPersonal ? [] : [data];
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, member]) => (name === "type" ? [] : personalTexts(member)));
}

/** Collects texts until it is closed. */
interface Listener {
  readonly texts: readonly string[];
  readonly close: () => void;
}

const methods = ["log", "info", "warn", "error", "debug"] as const;
const consoleListeners = new Set<string[]>();
let restoreConsole: (() => void) | undefined;

/** Collects what is written with `console`, which still prints it. */
export function listenToConsole(): Listener {
  const texts: string[] = [];
  consoleListeners.add(texts);
  restoreConsole ??= replaceConsole();
  return {
    texts,
    close: () => {
      consoleListeners.delete(texts);
      if (consoleListeners.size > 0) return;
      restoreConsole?.();
      restoreConsole = undefined;
    },
  };
}

function replaceConsole(): () => void {
  const { console } = globalThis;
  const before = methods.map((method) => console[method]);
  for (const [i, method] of methods.entries()) {
    console[method] = (...parts: unknown[]) => {
      for (const texts of consoleListeners) texts.push(parts.map(renderPart).join(" "));
      before[i]?.apply(console, parts);
    };
  }
  return () => {
    for (const [i, method] of methods.entries()) console[method] = before[i] ?? console[method];
  };
}

function renderPart(part: unknown): string {
  if (part instanceof Error) return `${part}`;
  try {
    return typeof part === "object" ? (JSON.stringify(part) ?? "") : String(part);
  } catch {
    return String(part); // for example an object that contains itself
  }
}

const rejectionListeners = new Set<string[]>();

const noteRejection = (reason: unknown): void => {
  for (const texts of rejectionListeners) texts.push(`Nothing handled a rejection: ${renderPart(reason)}`);
};

/** Collects rejections that nothing handles. In a browser, collects nothing. */
export function listenToRejections(): Listener {
  const texts: string[] = [];
  const { process } = globalThis;
  if (rejectionListeners.size === 0) process?.on?.("unhandledRejection", noteRejection);
  rejectionListeners.add(texts);
  return {
    texts,
    close: () => {
      rejectionListeners.delete(texts);
      if (rejectionListeners.size === 0) process?.off?.("unhandledRejection", noteRejection);
    },
  };
}
