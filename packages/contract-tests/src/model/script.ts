import type { Script } from "./model.ts";
import type { Session } from "./session.ts";

const scenarios: Readonly<Record<Exclude<Script, "accept">, string>> = {
  reject: "rejected",
  refer: "referred",
  fail: "broken",
};

/** Tells the next instance that starts what its modules find; without control everyone is accepted. */
export async function arm({ control }: Session, script: Script): Promise<void> {
  if (script !== "accept") await control?.scenarios.arm({ scenario: scenarios[script] });
}
