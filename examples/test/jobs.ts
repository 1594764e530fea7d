import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The files of `examples/ci`. */
export const ciFiles = ["github/journeys.yml", "gitlab/.gitlab-ci.yml", "jenkins/Jenkinsfile"] as const;

/** The shell commands of each job of a CI server, in order. */
type Jobs = Readonly<Record<string, readonly string[]>>;

/** Reads the jobs of a file of `examples/ci`. Each job begins with the commands that all jobs of the file share. */
export function readJobs(root: string, file: (typeof ciFiles)[number]): Jobs {
  const text = readFileSync(join(root, "examples/ci", file), "utf8");
  switch (file) {
    case "github/journeys.yml":
      return readWorkflow(parse(text));
    case "gitlab/.gitlab-ci.yml":
      return readPipeline(parse(text));
    case "jenkins/Jenkinsfile":
      return readStages(text);
  }
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const readWorkflow = ({ jobs }: Workflow): Jobs =>
  Object.fromEntries(Object.entries(jobs).map(([name, { steps }]) => [name, steps.flatMap(({ run }) => run ?? [])]));

interface Pipeline {
  readonly default: PipelineJob;
  readonly [job: string]: PipelineJob;
}

interface PipelineJob {
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
}

const readPipeline = ({ default: shared, ...jobs }: Pipeline): Jobs =>
  Object.fromEntries(
    Object.entries(jobs).flatMap(([name, { script }]) =>
      script === undefined ? [] : [[name, [...(shared.before_script ?? []), ...script]]],
    ),
  );

/** Reads the `sh` steps of each stage. The first stage installs what the others use. */
function readStages(text: string): Jobs {
  const [, ...stages] = text.split(/\bstage\('/);
  const [install = [], ...jobs] = stages.map((stage) =>
    [...stage.matchAll(/\bsh '([^']*)'/g)].map(([, sh = ""]) => sh),
  );
  const names = stages.slice(1).map((stage) => stage.slice(0, stage.indexOf("'")));
  return Object.fromEntries(names.map((name, i) => [name, [...install, ...(jobs[i] ?? [])]]));
}
