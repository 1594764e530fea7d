import type { Command } from "@commander-js/extra-typings";
import type { Exchange, RequestList } from "@journey-kit/schemas/control";
import { mergeCoverage, toCoverageJunit, toCoverageText, toPlain, toTable } from "@journey-kit/schemas/report";
import { describeFault, type Profile } from "@journey-kit/schemas/tables";
import { outputFile, writeText } from "../terminal/files.ts";
import { clientId, number, repeated } from "../terminal/flag-values.ts";
import { onSimulator, onWorld } from "../terminal/flags.ts";
import { example } from "../terminal/help.ts";
import { CommandError, type Style, usageError } from "../terminal/terminal.ts";
import type { Open } from "./control.ts";

type Finish = (code: number) => void;

export function addRequests(program: Command, open: Open, finish: Finish): void {
  onWorld(program.command("requests"))
    .description("show the latest requests to a world and their results")
    .option("--limit <n>", "number of requests to show (default: 100)", number("--limit", 1, 9_999))
    .option(
      "--after <request>",
      "start after the request with this number, instead of showing the latest requests",
      number("--after", 0, 999_999_999_999_999),
    )
    .option("--deprecated", "count the requests to each endpoint that is deprecated under the readings of the world")
    .option("--fail", "with --deprecated, exit with code 1 if there are deprecated requests, or no requests at all")
    .addHelpText("after", example("journey requests --deprecated --fail --world my-tests"))
    .action(async ({ limit, after, deprecated, fail, ...flags }) => {
      if (fail === true && deprecated !== true) throw usageError("--fail needs --deprecated.");
      const control = open(flags);
      if (deprecated === undefined)
        return control.show((world) => world.requests.list({ limit, after }), renderRequests);
      const count = await countDeprecated(control, fail === true);
      finish(fail === true && count > 0 ? 1 : 0);
    });
}

export function addCoverage(program: Command, open: Open, finish: Finish): void {
  onSimulator(program.command("coverage"))
    .description("show which parts of the specification are covered by the requests in all worlds")
    .option("--world <client-id>", "include only this world; repeatable", repeated(clientId("--world")))
    .option("--min <percent>", "exit with code 1 if coverage is below this percentage", number("--min", 0, 100))
    .option("--junit <file>", "write a JUnit report to this file", outputFile("--junit"))
    .addHelpText("after", example("journey coverage --min 60 --junit coverage.xml --world my-tests"))
    .action(async ({ world: only, min, junit, ...flags }) => {
      const control = open(flags);
      const names = only ?? (await control.simulator.worlds()).worlds.map(({ world }) => world);
      if (names.length === 0) await control.world(); // fails with advice
      const worlds =
        only === undefined ? names.map(control.simulator.world) : await Promise.all(only.map(control.world));
      const coverage = mergeCoverage(names.join(", "), await Promise.all(worlds.map((one) => one.coverage())), min);
      if (junit !== undefined) await writeText(junit, toCoverageJunit(coverage));
      control.print(coverage, (body) => [toCoverageText(body, { uncovered: true }).trimEnd()]);
      finish(coverage.reached ? 0 : 1);
    });
}

const noRequests = "No requests yet.";

function renderRequests({ requests }: RequestList, style: Style): readonly string[] {
  if (requests.length === 0) return [noRequests];
  const notices = requests.flatMap(({ sequence, notices = [] }) => notices.map((notice) => `${sequence}: ${notice}`));
  return [
    ...toTable(["REQUEST", "AT", "ENDPOINT", "INSTANCE", "STATUS", "REASON"], requests.map(renderRequestRow), style),
    ...(notices.length === 0 ? [] : ["", ...notices]),
  ];
}

function renderRequestRow(exchange: Exchange): readonly string[] {
  const { sequence, at, endpoint, request, instanceId, response, refusal, fault } = exchange;
  const reasons = [
    ...(refusal === undefined ? [] : [refusal.kind]),
    ...(fault === undefined ? [] : [`${describeFault(fault.action)} (${fault.rule})`]),
  ];
  const target = endpoint ?? `${request.method} ${request.path}`;
  return [`${sequence}`, at, target, instanceId ?? "", `${response.status}`, reasons.join("; ")];
}

/**
 * Prints the deprecated endpoints that were called. Returns their number. Spec 4.3, 9.
 *
 * @throws {CommandError} If the world has received no requests, although `needsRequests` is true.
 */
async function countDeprecated(control: ReturnType<Open>, needsRequests: boolean): Promise<number> {
  const named = await control.world();
  const { world, requests: all, parts } = await named.coverage(); // counts every request; the journal drops the oldest
  if (needsRequests && all === 0) {
    throw new CommandError(`World "${toPlain(world)}" has received no requests. Does your client use this client id?`);
  }
  const { readings } = await named.profile.read();
  const { endpointNames, endpointOf, isDeprecated } = await import("@journey-kit/schemas/endpoints"); // loads schemas
  const rows = parts.find(({ part }) => part === "endpoints")?.rows ?? [];
  const deprecated = rows.flatMap(({ id: endpoint, times: requests }) => {
    const name = endpointNames.find((one) => one === endpoint);
    const route = name && endpointOf(name);
    if (requests === 0 || route?.replacedBy === undefined) return [];
    const isListed = isDeprecated(readings as Profile, route); // the simulator sends every gap
    return isListed ? [{ endpoint, requests, replacedBy: route.replacedBy }] : [];
  });
  control.print({ world, deprecated }, (_, style) => {
    if (deprecated.length === 0) return [all === 0 ? noRequests : "No deprecated requests."];
    const cells = deprecated.map(({ endpoint, requests, replacedBy }) => [endpoint, `${requests}`, replacedBy]);
    return toTable(["ENDPOINT", "REQUESTS", "REPLACED BY"], cells, style);
  });
  return deprecated.length;
}
