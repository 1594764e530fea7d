import { CommandError, type Style, writeText } from "@journey-kit/schemas/cli";
import type { Exchange } from "@journey-kit/schemas/control";
import { mergeCoverage, toCoverageJunit, toCoverageText, toTable } from "@journey-kit/schemas/report";
import { routeNames, routeOf } from "@journey-kit/schemas/routes";
import type { Control, ControlResponse } from "./control-client.ts";
import { toWords } from "./fault.ts";

/** Flags of `world requests`. */
interface RequestsOptions {
  readonly limit?: number | undefined;
  readonly after?: number | undefined;
  readonly deprecated?: true | undefined;
  readonly fail?: true | undefined;
}

/**
 * Shows the latest requests of a world and their results. With `deprecated`, counts requests to deprecated endpoints.
 *
 * @throws {CommandError} If `fail` is set without `deprecated`.
 */
export async function showRequests(
  control: Control,
  { limit, after, deprecated, fail }: RequestsOptions,
): Promise<number> {
  if (deprecated === true) return countDeprecated(control, fail === true);
  if (fail === true) throw new CommandError("--fail needs --deprecated.", 2);
  const query = {
    ...(limit !== undefined && { limit: `${limit}` }),
    ...(after !== undefined && { after: `${after}` }),
  };
  control.print(await control.ask("listRequests", { world: await control.world() }, undefined, query), toRequests);
  return 0;
}

function toRequests({ requests }: ControlResponse<"listRequests">, style: Style): readonly string[] {
  if (requests.length === 0) return ["No requests yet."];
  const notices = requests.flatMap(({ sequence, notices = [] }) => notices.map((notice) => `${sequence}: ${notice}`));
  return [
    ...toTable(["REQUEST", "AT", "ENDPOINT", "INSTANCE", "STATUS", "REASON"], requests.map(toRequestRow), style),
    ...(notices.length === 0 ? [] : ["", ...notices]),
  ];
}

function toRequestRow(exchange: Exchange): readonly string[] {
  const { sequence, at, endpoint, request, instanceId, response, refusal, fault } = exchange;
  const reasons = [
    ...(refusal === undefined ? [] : [refusal.kind]),
    ...(fault === undefined ? [] : [`${toWords(fault.action)} (${fault.rule})`]),
  ];
  const target = endpoint ?? `${request.method} ${request.path}`;
  return [`${sequence}`, at, target, instanceId ?? "", `${response.status}`, reasons.join("; ")];
}

/** With `fail`, the exit code is 1 if there are deprecated requests. Spec 4.3, 9. */
async function countDeprecated(control: Control, fail: boolean): Promise<number> {
  // Coverage counts every request; the journal drops the oldest.
  const { world, parts } = await control.ask("readCoverage", { world: await control.world() });
  const rows = parts.find(({ part }) => part === "endpoints")?.rows ?? [];
  const deprecated = rows.flatMap(({ id: endpoint, times }) => {
    const name = routeNames.find((one) => one === endpoint);
    const { deprecated, replacedBy } = name === undefined ? {} : routeOf(name);
    const isListed = times > 0 && deprecated !== undefined && replacedBy !== undefined;
    return isListed ? [{ endpoint, requests: times, replacedBy }] : [];
  });
  control.print({ world, deprecated }, (_, style) =>
    deprecated.length === 0
      ? ["No deprecated requests."]
      : toTable(
          ["ENDPOINT", "REQUESTS", "REPLACED BY"],
          deprecated.map(({ endpoint, requests, replacedBy }) => [endpoint, `${requests}`, replacedBy]),
          style,
        ),
  );
  return fail && deprecated.length > 0 ? 1 : 0;
}

/** Flags of `coverage`. */
interface CoverageOptions {
  readonly only?: readonly string[] | undefined;
  readonly min?: number | undefined;
  readonly junit?: string | undefined;
}

/**
 * Shows the coverage of the requests in all worlds, or only in the worlds `only`. The exit code is 1 below `min`
 * percent.
 */
export async function showCoverage(control: Control, { only, min, junit }: CoverageOptions): Promise<number> {
  const worlds = await control.worlds(only);
  const all = await Promise.all(worlds.map((world) => control.ask("readCoverage", { world })));
  const coverage = mergeCoverage(worlds.join(", "), all, min);
  if (junit !== undefined) await writeText(junit, toCoverageJunit(coverage));
  control.print(coverage, (body) => [toCoverageText(body, { uncovered: true }).trimEnd()]);
  return coverage.reached ? 0 : 1;
}
