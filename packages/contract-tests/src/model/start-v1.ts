import { errorKindOf } from "@journey-kit/schemas/errors";
import { resolveReading } from "@journey-kit/schemas/routes";
import type fc from "fast-check";
import { type Part, toSubject, toText } from "../target/sample.ts";
import type { Journey } from "./journey.ts";
import type { Expected } from "./judge.ts";
import { createRun, type Model, type Run, type Script } from "./model.ts";
import { settle, waitForModules } from "./progress.ts";
import { arm } from "./script.ts";
import { post, type Session } from "./session.ts";
import { hasInvalid, keepStarted, toEnding } from "./start-v2.ts";

/** How a v1 instance is started. Spec 2.7. */
export interface V1Config {
  readonly mode: "async" | "sync";
  readonly delivery: "api" | "page";
}

/** Starts a v1 instance with any prefill, which is validated for hosted pages alone. Spec 2.7, 4.3, 9. */
export class StartV1 implements fc.AsyncCommand<Model, Session> {
  readonly journey: Journey;
  readonly config: V1Config;
  readonly prefill: readonly Part[];
  readonly script: Script;

  constructor(journey: Journey, config: V1Config, prefill: readonly Part[], script: Script) {
    this.journey = journey;
    this.config = config;
    this.prefill = prefill;
    this.script = script;
  }

  check(model: Readonly<Model>): boolean {
    return this.script === "accept" || model.isControlled;
  }

  async run(model: Model, session: Session): Promise<void> {
    const { journey, prefill, script } = this;
    const { mode, delivery } = this.config;
    const run = createRun(model, journey, prefill, script);
    settle(model, run);
    if (mode === "sync") waitForModules(model, run); // where tasks are open no module runs, and it answers at once
    const expected = this.judge(model, run);
    if (expected !== 400) await arm(session, script); // a start that is refused leaves what is armed to the next one
    const config = { delivery, ...(mode === "async" && { async: true }) };
    const body = { resourceId: journey.resourceId, context: { config, subject: toSubject(prefill) } };
    const answer = await post(session, this.toString(), "v1.startJourney", body, expected);
    if (expected === "success") keepStarted(model, session, run, answer.body, delivery === "page");
  }

  /** A synchronous start whose modules fail is a 5xx, and nobody learns the id of its instance. Gap `v1-sync-failure`. */
  private judge({ profile }: Model, run: Run): Expected {
    const { mode, delivery } = this.config;
    if (delivery === "page" && hasInvalid(this.journey, this.prefill)) return 400;
    if (mode === "async" || run.end !== "failed") return "success";
    return resolveReading(profile, errorKindOf("MODULE_FAILED").status) ?? 500;
  }

  toString(): string {
    const { journey, config, prefill, script } = this;
    const { mode, delivery } = config;
    return `start ${journey.resourceId} ${mode} for ${delivery} with ${toText(prefill)}${toEnding(script)}`;
  }
}
