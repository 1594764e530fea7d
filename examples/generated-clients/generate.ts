// Writes the OpenAPI documents of both presets and generates clients from those of `observed`. A warning is an error.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

const presets = ["specified", "observed"];
const documents = ["v1", "v2", "token", "control"];

/** Runs a program of this project and returns its output. */
function run(program: string, ...args: readonly string[]): { readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${program}`, args, {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (status !== 0 || /warn/i.test(stderr + (args[0] === "openapi" ? "" : stdout))) {
    console.error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
    process.exit(1);
  }
  return { out: stdout, err: stderr };
}

rmSync("generated", { recursive: true, force: true });
for (const preset of presets) {
  mkdirSync(`generated/${preset}`, { recursive: true });
  for (const document of documents) {
    const file = `generated/${preset}/${document}.json`;
    writeFileSync(file, run("journey-sim", "openapi", document, "--profile", preset).out);
    run("openapi-typescript", file, "--output", `generated/openapi-typescript/${preset}/${document}.ts`);
  }
}
run("openapi-ts");
run("orval");
console.log("Generated three clients without a warning.");
