import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findPort } from "../find-port.ts";
import { type Check, runCheck } from "../package-check.ts";
import { readCommand, readPort, readStages, type Stage } from "./dockerfile.ts";
import { buildInFolders, folderEnv } from "./folders.ts";

/** How to start a built image, and how to run a command in the container. */
interface Image {
  /** What built it, for the names of the checks. */
  readonly builder: string;
  readonly start: readonly string[];
  readonly exec: readonly string[];
  /** The port on which the container listens. */
  readonly innerPort: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const tag = "journey-kit-container-check";

/**
 * Builds the image of the Dockerfile and tests a container. If no container engine works, or it cannot get the base images,
 * warns and performs the steps of the Dockerfile in folders.
 */
export async function checkContainer(root: string): Promise<readonly Check[]> {
  const stages = readStages(readFileSync(join(root, "Dockerfile"), "utf8"));
  const last = stages.at(-1);
  if (last === undefined) throw new Error("The Dockerfile has no stage.");
  const port = `${await findPort()}`;
  const engine = findEngine(stages.map(({ image }) => image));
  if (engine !== undefined) {
    const built = runCheck(`container: ${engine} builds the image`, root, engine, ["build", "--tag", tag, "."]);
    const tested = built.passed ? await testContainer(toEngineImage(root, engine, last, port), last, port) : [];
    spawnSync(engine, ["rmi", "--force", tag]);
    return [built, ...tested];
  }
  console.warn("NO CONTAINER ENGINE with the base images: the steps of the Dockerfile run in folders instead.");
  const place = realpathSync(mkdtempSync(join(tmpdir(), "journey-kit-container-")));
  const { folder, workingFolder, checks } = buildInFolders(root, stages, place);
  const steps = checks.map(({ name, ...check }) => ({ ...check, name: `container, in folders: ${name}` }));
  const cwd = join(folder, workingFolder);
  const tested = steps.every(({ passed }) => passed)
    ? await testContainer(toFolderImage(folder, cwd, last, port), last, port)
    : [];
  rmSync(place, { recursive: true });
  return [...steps, ...tested];
}

/** Finds a container engine that works and has the base images. */
function findEngine(images: readonly string[]): string | undefined {
  const succeeds = (command: string, ...args: readonly string[]) =>
    spawnSync(command, args, { stdio: "ignore", timeout: 180_000 }).status === 0;
  const has = (engine: string, image: string) =>
    succeeds(engine, "image", "inspect", image) || succeeds(engine, "pull", "--quiet", image);
  return ["docker", "podman"].find((engine) => succeeds(engine, "info") && images.every((image) => has(engine, image)));
}

/** The container may not write, as in the guide for Kubernetes. */
function toEngineImage(cwd: string, engine: string, stage: Stage, port: string): Image {
  const innerPort = readPort(stage);
  const flags = ["--rm", "--name", tag, "--read-only", "--publish", `127.0.0.1:${port}:${innerPort}`];
  const start = [engine, "run", ...flags, tag];
  return { builder: engine, start, exec: [engine, "exec", tag], innerPort, cwd, env: process.env };
}

/** Node refuses to read a file outside the folder, to write one, and to start a process. */
function toFolderImage(folder: string, cwd: string, stage: Stage, port: string): Image {
  const command = [...readCommand(stage, "ENTRYPOINT"), ...readCommand(stage, "CMD")];
  const network = process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : [];
  const limits = ["--permission", `--allow-fs-read=${folder}/*`, ...network];
  const env = { PATH: folderEnv.PATH, NODE_OPTIONS: limits.join(" ") };
  return { builder: "in folders", start: [...command, "--port", port], exec: [], innerPort: port, cwd, env };
}

/** Starts a container, tests it, and stops it with SIGTERM. */
async function testContainer(image: Image, stage: Stage, port: string): Promise<readonly Check[]> {
  const { builder, start, exec, innerPort, cwd, env } = image;
  const [command = "", ...args] = start;
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
  const ended = once(child, "close");
  let output = "";
  child.stderr.on("data", (text) => {
    output += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (line.includes('"event":"ready"')) break;
  }
  const run = (name: string, words: readonly string[]) => {
    const [program = "", ...rest] = [...exec, ...words];
    return runCheck(`container, ${builder}: ${name}`, cwd, program, rest, env);
  };
  const health = readCommand(stage, "HEALTHCHECK").map((word) => word.replaceAll(readPort(stage), innerPort));
  const entry = readCommand(stage, "ENTRYPOINT");
  const program = entry.slice(0, entry.indexOf("serve"));
  const tested = [
    run("the health check passes", health),
    run("a journey completes", [...program, "try", "age-check", "--simulator", `http://127.0.0.1:${innerPort}`]),
    await fetchPage(builder, port),
  ];
  child.stdout.resume();
  child.kill("SIGTERM");
  const [code] = await ended;
  return [...tested, { name: `container, ${builder}: it stops with code 0 on SIGTERM`, passed: code === 0, output }];
}

async function fetchPage(builder: string, port: string): Promise<Check> {
  const name = `container, ${builder}: it serves the playground and the files of the page`;
  try {
    const url = `http://127.0.0.1:${port}`;
    const page = await (await fetch(url)).text();
    const files = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file);
    const responses = await Promise.all(files.map((file) => fetch(`${url}/${file}`)));
    const passed = files.length > 2 && responses.every(({ ok }) => ok);
    return { name, passed, output: page };
  } catch (error) {
    return { name, passed: false, output: String(error) };
  }
}
