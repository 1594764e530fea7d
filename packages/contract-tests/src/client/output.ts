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

/**
 * Creates a function that starts to listen. While there are listeners, `attach` passes each text to `note`; it returns
 * how to stop that.
 */
function createListen(attach: (note: (text: string) => void) => () => void): () => Listener {
  const listeners = new Set<string[]>();
  let detach: (() => void) | undefined;
  const note = (text: string) => {
    for (const texts of listeners) texts.push(text);
  };
  return () => {
    const texts: string[] = [];
    listeners.add(texts);
    detach ??= attach(note);
    const close = () => {
      listeners.delete(texts);
      if (listeners.size > 0) return;
      detach?.();
      detach = undefined;
    };
    return { texts, close };
  };
}

const methods = ["log", "info", "warn", "error", "debug"] as const;

/** Collects what is written with `console`, which still prints it. */
export const listenToConsole = createListen((note) => {
  const { console } = globalThis;
  const before = methods.map((method) => console[method]);
  for (const [i, method] of methods.entries()) {
    console[method] = (...parts: unknown[]) => {
      note(parts.map(renderPart).join(" "));
      before[i]?.apply(console, parts);
    };
  }
  return () => {
    for (const [i, method] of methods.entries()) console[method] = before[i] ?? console[method];
  };
});

/** Collects rejections that nothing handles. In a browser, collects nothing. */
export const listenToRejections = createListen((note) => {
  const { process } = globalThis;
  const onRejection = (reason: unknown) => note(`Nothing handled a rejection: ${renderPart(reason)}`);
  process?.on?.("unhandledRejection", onRejection);
  return () => process?.off?.("unhandledRejection", onRejection);
});

function renderPart(part: unknown): string {
  if (part instanceof Error) return `${part}`;
  try {
    return typeof part === "object" ? (JSON.stringify(part) ?? "") : String(part);
  } catch {
    return String(part); // for example an object that contains itself
  }
}
