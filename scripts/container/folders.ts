import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join, matchesGlob, posix } from "node:path";
import { type Check, runCheck } from "../package-check.ts";
import type { Stage } from "./dockerfile.ts";

/** The folder that replaces the file system of the last stage, its working folder, and the steps that built it. */
export interface BuiltFolder {
  readonly folder: string;
  readonly workingFolder: string;
  readonly checks: readonly Check[];
}

/** The environment of the programs in a folder: the Node that runs this script, and nothing of this project. */
export const folderEnv: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};

/**
 * Performs the steps of a Dockerfile with a folder for each stage, below `place`. Deletes the folders of all stages but the
 * last one, so that nothing can use them. A step that fails ends the build.
 */
export function buildInFolders(root: string, stages: readonly Stage[], place: string): BuiltFolder {
  const context = join(place, "context");
  copyContext(root, context);
  const checks: Check[] = [];
  let folder = context;
  let workingFolder = "/";
  for (const [i, { name: stage, instructions }] of stages.entries()) {
    folder = join(place, stage === "" ? `stage-${i}` : stage);
    workingFolder = "/";
    mkdirSync(folder);
    for (const { name, text } of instructions) {
      if (name === "WORKDIR") {
        workingFolder = posix.resolve(workingFolder, text);
        mkdirSync(join(folder, workingFolder), { recursive: true });
      } else if (name === "COPY") {
        checks.push(copy(place, folder, workingFolder, text));
      } else if (name === "RUN") {
        const step = runCheck(
          `RUN ${text}`,
          join(folder, workingFolder),
          "sh",
          ["-ec", toScript(text, folder)],
          folderEnv,
        );
        checks.push(step);
      } else if (!described.includes(name)) {
        checks.push({ name: `${name} ${text}`, passed: false, output: "The check cannot perform this instruction." });
      }
      if (checks.at(-1)?.passed === false) return { folder, workingFolder, checks };
    }
  }
  for (const name of ["context", ...stages.slice(0, -1).map((stage) => stage.name)])
    rmSync(join(place, name), { recursive: true });
  return { folder, workingFolder, checks };
}

/** The instructions that only describe the image. */
const described = ["USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"];

/** Copies the files of the repository, except those that `.dockerignore` lists. */
function copyContext(root: string, context: string): void {
  const list = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const patterns = readFileSync(join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const isIgnored = (file: string) =>
    patterns.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`));
  for (const file of `${list.stdout}`.split("\0"))
    if (file !== "" && !isIgnored(file) && existsSync(join(root, file))) cpSync(join(root, file), join(context, file));
}

/** Copies what a `COPY` names. As in an image, a folder is replaced by what it contains. */
function copy(place: string, folder: string, workingFolder: string, text: string): Check {
  const [, from = "context", paths = ""] = /^(?:--from=(\S+) )?(.*)$/.exec(text) ?? [];
  const [target = "", ...sources] = paths.split(/ +/).toReversed();
  const to = join(folder, posix.resolve(workingFolder, target));
  const missing = sources.filter((source) => !existsSync(join(place, from, source)));
  for (const source of sources.filter((one) => !missing.includes(one))) {
    const path = join(place, from, source);
    const isInside = target.endsWith("/") && statSync(path).isFile();
    cpSync(path, isInside ? join(to, basename(source)) : to, { recursive: true });
  }
  return { name: `COPY ${text}`, passed: missing.length === 0, output: `There is no ${missing.join(" and no ")}.` };
}

/** The script of a `RUN`, with absolute paths below the folder. The owner cannot be changed, because the user exists only in the image. */
const toScript = (text: string, folder: string): string =>
  `chown() { :; }\n${text.replaceAll(/(?<= )\/(?=\w)/g, () => `${folder}/`)}`;
