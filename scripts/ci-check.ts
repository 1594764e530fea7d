import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ciFiles, readJobs } from "../examples/test/jobs.ts";
import { type Check, installFlags, type Packed, runCheck } from "./package-check.ts";

/** The files of the project of a job, by their path in `examples`. */
const project = {
  "client.ts": "recipes/client.ts",
  "client-interface.ts": "recipes/client-interface.ts",
  "client.py": "client.py",
  "package.json": "recipes/ci/package.json",
  "profile.json": "recipes/ci/profile.json",
  "scripts/run-journey.ts": "recipes/ci/run-journey.ts",
  "test/client.test.ts": "recipes/ci/client.test.ts",
};

/**
 * Runs the shell commands of each job in the files of `examples/ci`, in a new project that installs the tarballs. Warns
 * about the jobs that this machine cannot run. Only the jobs of the first file check every requirement, because the other
 * files run the same programs.
 */
export function checkCi(root: string, { folder }: Packed): readonly Check[] {
  const place = mkdtempSync(join(tmpdir(), "journey-kit-ci-"));
  const source = join(place, "source");
  for (const [to, from] of Object.entries(project)) {
    mkdirSync(dirname(join(source, to)), { recursive: true });
    cpSync(join(root, "examples", from), join(source, to));
  }
  const tarballs = ["schemas", "client", "cli"].map((name) => join(folder, `${name}.tgz`));
  const install = ["install", "--save-dev", "--package-lock-only", ...tarballs, ...installFlags];
  const locked = runCheck("the project of the CI files can be locked", source, "npm", install);
  const hasPython = runCheck("", source, "python3", ["-c", ""]).passed;
  if (!hasPython) console.warn("NO PYTHON 3: the Python jobs of the CI files are skipped.");
  const jobs = ciFiles.flatMap((file) => Object.entries(readJobs(root, file)).map((job) => [file, ...job] as const));
  const checks = jobs.map(([file, job, steps], i) => {
    if (job === "python" && !hasPython) return [];
    const cwd = join(place, `${i}`);
    cpSync(source, cwd, { recursive: true });
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH: path, GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };
    const short = (step: string) => step.replace("journey client ", "journey client --only start-sent-once ");
    const script = (file === ciFiles[0] ? steps : steps.map(short)).join("\n");
    return [runCheck(`the job ${job} of ${file} passes`, cwd, "bash", ["-ec", script], env)];
  });
  rmSync(place, { recursive: true });
  return [locked, ...checks.flat()];
}
