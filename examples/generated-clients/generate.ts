// Writes the OpenAPI documents of both presets and generates clients from them. Fails on any warning.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

const presets = ["specified", "observed"];
const documents = ["v1", "v2", "token", "control"];

/** Runs an installed program and returns its output. Exits if the program fails or prints a warning. */
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
    writeFileSync(file, run("journey", "openapi", document, "--profile", preset).out);
    run("openapi-typescript", file, "--output", `generated/openapi-typescript/${preset}/${document}.ts`);
  }
}
run("openapi-ts");
run("orval");
console.log("Generated clients with three generators, without warnings.");
