import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createSimulatorControl } from "@journey-kit/client/control";
import type { Coverage } from "@journey-kit/schemas/control";
import { mergeCoverage, suggest } from "@journey-kit/schemas/report";
import type { ProfileInput } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { readAt, readList } from "../service/member.ts";
import { useSimulator } from "../service/start-simulator.ts";
import { createCaller, parse, TargetError } from "../service/target.ts";
import { openWorld, type SimulatorAddress } from "../service/world.ts";
import { loadPact } from "./library.ts";
import { providerStates, type StateContext, type StateHandler, type StateValues } from "./states.ts";

/** Options for {@link verifyPacts}. */
export interface VerifyOptions {
  /** The simulator to verify against, which must accept any client id; by default `verifyPacts` starts one. */
  readonly simulator?: SimulatorAddress;
  /** The readings that the pacts were written for; default `specified`. States can override them. */
  readonly profile?: ProfileInput;
  /** Your own provider states by description, in addition to the built-in ones. */
  readonly stateHandlers?: Readonly<Record<string, StateHandler>>;
  /** The required coverage in percent. */
  readonly min?: number | undefined;
  /** Called after each of `total` interactions. */
  readonly onInteraction?: ((total: number) => void) | undefined;
}

/** The result of one interaction. */
export interface VerifiedInteraction {
  readonly consumer: string;
  readonly description: string;
  /** Descriptions of the provider states. */
  readonly states: readonly string[];
  readonly passed: boolean;
  /** The differences from the pact, or the problems that prevented the verification. */
  readonly problems: readonly string[];
}

/** Interactions that failed for the same reason. */
export interface VerificationFailure {
  readonly cause: string;
  /** Consumer, description and states of each interaction; empty if the verification itself failed. */
  readonly interactions: readonly string[];
}

/** The result of a verification. */
export interface Verification {
  readonly passed: boolean;
  readonly interactions: readonly VerifiedInteraction[];
  /** The failures, grouped by cause and sorted by the number of interactions. */
  readonly failures: readonly VerificationFailure[];
  /** Combined coverage of all interactions. */
  readonly coverage: Coverage;
}

/** Thrown for a pact file that cannot be read, or that contains an unknown state or wrong parameters. */
export class PactFileError extends Error {
  override readonly name = "PactFileError";
}

/**
 * Verifies a pact file, or all pact files in a folder, against a simulator. Uses Pact's own verifier. Each interaction
 * runs in a new world, and the control API sets up the provider states.
 *
 * @throws {PactFileError} If a file cannot be read, or contains an unknown state or wrong parameters.
 * @throws {PactMissingError} If Pact is not installed.
 * @throws {TargetError} If no simulator responds.
 */
export async function verifyPacts(path: string, options: VerifyOptions = {}): Promise<Verification> {
  const handlers: Readonly<Record<string, StateHandler>> = { ...builtInHandlers, ...options.stateHandlers };
  const pactUrls = await findFiles(path);
  let total = 0;
  for (const file of pactUrls) total += await checkFile(file, Object.keys(handlers));
  const { Verifier } = await loadPact();
  const { simulator, close } = await useSimulator(options.simulator);
  try {
    const { baseUrl } = simulator;
    const provider = createProvider(simulator, options.profile, handlers, () => options.onInteraction?.(total));
    const verifier = new Verifier({
      providerBaseUrl: baseUrl,
      pactUrls,
      logLevel: "error",
      ...provider.verifierOptions,
    });
    const health = createSimulatorControl({ baseUrl }).health();
    await health.catch((cause: unknown) => {
      throw new TargetError(`No simulator responds at ${baseUrl}.`, { cause });
    });
    // The verifier returns its results as text, and rejects with the same text if an interaction fails.
    const results = await verifier
      .verifyProvider()
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      .finally(provider.close);
    const coverage = mergeCoverage("all interactions", provider.coverages, options.min);
    return { ...parseResults(results, provider.stateProblems), coverage };
  } finally {
    await close();
  }
}

/**
 * Finds a pact file, or all pact files in a folder.
 *
 * @throws {PactFileError} If there is none.
 */
async function findFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new PactFileError(`${path} does not exist.`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".json")).sort();
  if (names.length === 0) throw new PactFileError(`${path} contains no .json file.`);
  return names.map((name) => join(path, name));
}

/** The parts of a pact file that are checked before the verification. Version 2 of the format has `providerState`. */
const PactFile = z.object({
  consumer: z.object({ name: z.string() }),
  provider: z.object({ name: z.string() }),
  interactions: z
    .array(
      z.object({
        description: z.string().default("without a description"),
        providerState: z.string().optional(),
        providerStates: z
          .array(z.object({ name: z.string(), params: z.record(z.string(), z.unknown()).default({}) }))
          .optional(),
      }),
    )
    .min(1),
});

/** Checks that a file is a pact with known provider states and valid parameters. Returns the number of interactions. */
async function checkFile(file: string, known: readonly string[]): Promise<number> {
  const pact = PactFile.safeParse(parse(await readFile(file, "utf8")));
  if (!pact.success) throw new PactFileError(`${file} is not a pact. ${renderIssues(pact.error)}`);
  for (const { description, providerState, providerStates: listed } of pact.data.interactions) {
    const used = listed ?? (providerState === undefined ? [] : [{ name: providerState, params: {} }]);
    const problem = used.map(({ name, params }) => findStateProblem(name, params, known)).find(Boolean);
    if (problem !== undefined) throw new PactFileError(`${file}: "${description}": ${problem}`);
  }
  return pact.data.interactions.length;
}

function findStateProblem(name: string, params: unknown, known: readonly string[]): string | undefined {
  if (!known.includes(name)) {
    const hint = suggest(name, known) || ` The states are:${known.map((one) => `\n  ${one}`).join("")}`;
    return `there is no provider state "${name}".${hint}`;
  }
  const schema = Object.values(providerStates).find(({ description }) => description === name)?.parameters;
  const parsed = schema?.safeParse(params);
  if (schema === undefined || parsed?.success !== false) return undefined;
  const names = Object.keys(schema.shape).join(", ");
  const expected = names === "" ? "It has no parameters." : `Its parameters: ${names}.`;
  return `wrong parameters for "${name}". ${renderIssues(parsed.error)} ${expected}`;
}

const renderIssues = ({ issues }: z.core.$ZodError): string =>
  issues.map(({ path, message }) => `${path.length === 0 ? "" : `${path.join(".")}: `}${message}.`).join(" ");

const builtInHandlers: Readonly<Record<string, StateHandler>> = Object.fromEntries(
  Object.values(providerStates).map(({ description, setUp }) => [description, setUp]),
);

/** Sets up a world and the provider states for each interaction, and collects the problems that occur. */
function createProvider(
  simulator: SimulatorAddress,
  profile: ProfileInput | undefined,
  handlers: Readonly<Record<string, StateHandler>>,
  onInteraction: () => void,
) {
  let current: (StateContext & { values: StateValues; readonly close: () => Promise<void> }) | undefined;
  const stateProblems: string[][] = [];
  const coverages: Coverage[] = [];
  const close = async () => {
    const last = current;
    current = undefined;
    if (last === undefined) return;
    coverages.push(await last.control.coverage());
    await last.close();
  };
  const attempt = async (what: string, action: () => Promise<void>) => {
    await action().catch((error: unknown) => {
      const message = error instanceof Error ? error.message.replace(/ \(request [\w-]+\)$/, "") : String(error);
      stateProblems.at(-1)?.push(`${what}: ${message}`);
    });
  };
  const beforeEach = async () => {
    if (stateProblems.length > 0) onInteraction();
    stateProblems.push([]);
    await attempt("Opening a new world", async () => {
      await close();
      const world = await openWorld(simulator, { profile });
      const caller = createCaller(world.settings);
      current = { control: world.control, caller, values: { token: await caller.bearer() }, close: world.close };
    });
  };
  const setUp = async (name: string, parameters: unknown): Promise<StateValues> => {
    const world = current;
    if (world === undefined) return {};
    await attempt(`State "${name}"`, async () => {
      world.values = { ...world.values, ...(await handlers[name]?.(world, parameters)) };
    });
    return { ...world.values };
  };
  const names = ["", ...Object.keys(handlers)]; // the verifier uses an empty name if an interaction has no state
  const verifierHandlers = names.map((name) => [name, (parameters: unknown) => setUp(name, parameters)] as const);
  return {
    stateProblems,
    coverages,
    close: async () => {
      if (stateProblems.length > 0) onInteraction();
      await close();
    },
    verifierOptions: {
      beforeEach,
      stateHandlers: Object.fromEntries(verifierHandlers),
      requestFilter: createRequestFilter(() => current?.values.token),
    },
  };
}

/** A request of Pact's verifier, whose body is already parsed. */
interface FilteredRequest {
  readonly headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}

/**
 * Creates a filter that replaces every bearer token with the token of the world, so that pacts with a fixed token work.
 * The filter also encodes forms, which Pact would otherwise send as JSON.
 */
const createRequestFilter =
  (readToken: () => string | undefined) => (request: FilteredRequest, _: unknown, next: () => void) => {
    const { headers, body } = request;
    const token = readToken();
    if (token !== undefined && /^Bearer /i.test(String(headers.authorization)))
      headers.authorization = `Bearer ${token}`;
    if (String(headers["content-type"]).startsWith("application/x-www-form-urlencoded") && typeof body === "object") {
      const form = Buffer.from(new URLSearchParams(Object(body)).toString());
      request.body = form;
      headers["content-length"] = String(form.length);
    }
    next();
  };

/** Parses the results of Pact's verifier. Any other output is a failure. */
function parseResults(output: string, stateProblems: readonly (readonly string[])[]): Omit<Verification, "coverage"> {
  const results = parse(output);
  const interactions = readList(results, "interactionResults").map((one, i): VerifiedInteraction => {
    // The results are in the order of the interactions. If setting up a state failed, only that problem is reported.
    const setUp = stateProblems[i] ?? [];
    const problems = setUp.length > 0 || readAt(one, "result") === "OK" ? setUp : findDifferences(one);
    const [consumer, description] = [String(readAt(one, "consumer")), String(readAt(one, "description"))];
    const states = readList(one, "providerStates").map(String);
    return { consumer, description, states, passed: problems.length === 0, problems };
  });
  const failures = groupByCause(interactions);
  const hasOther = readAt(results, "result") !== true && failures.length === 0;
  const all = hasOther ? [{ cause: output, interactions: [] }] : failures;
  return { passed: all.length === 0, interactions, failures: all };
}

/** Returns the differences in the body and headers, or only the status if it differs. */
function findDifferences(result: unknown): readonly string[] {
  const differences = readList(result, "mismatch.mismatches").map((mismatch) =>
    [readAt(mismatch, "path") ?? readAt(mismatch, "key"), readAt(mismatch, "mismatch")].filter(
      (part) => typeof part === "string",
    ),
  );
  const status = differences.filter((parts) => parts.length === 1);
  const found = (status.length > 0 ? status : differences).map((parts) => parts.join(": "));
  return found.length > 0 ? found : [String(readAt(result, "mismatch.message"))];
}

function groupByCause(interactions: readonly VerifiedInteraction[]): readonly VerificationFailure[] {
  const groups = new Map<string, readonly string[]>();
  for (const { consumer, description, states, passed, problems } of interactions) {
    const [cause, given] = [problems.join("\n"), states.length > 0 ? `, given ${states.join(" and ")}` : ""];
    if (!passed) groups.set(cause, [...(groups.get(cause) ?? []), `${consumer}: ${description}${given}`]);
  }
  return [...groups]
    .map(([cause, names]) => ({ cause, interactions: names }))
    .toSorted((a, b) => b.interactions.length - a.interactions.length);
}
