import { endpoints } from "@journey-kit/schemas/endpoints";
import { toColumns, toPlain } from "@journey-kit/schemas/report";
import { type Profile, type Region, regions } from "@journey-kit/schemas/tables";
import type { ApiClient, Publication } from "@journey-kit/simulator";
import { defaultAddress } from "../terminal/flags.ts";
import { indent, type Style } from "../terminal/terminal.ts";
import type { OpenedFile } from "./load-files.ts";

export interface Screen {
  readonly url: string;
  readonly version: string;
  readonly region: Region;
  readonly profile: Profile;
  readonly published: readonly Publication[];
  /** The listed API clients; undefined in open mode. */
  readonly clients: readonly ApiClient[] | undefined;
  /** The worlds that the simulator began with. */
  readonly opened: readonly OpenedFile[];
  /** The kind of store, such as `memory`. */
  readonly store: string;
  /** How the user runs this program. */
  readonly command: string;
  /** Whether the address also serves the playground. */
  readonly hasPlayground: boolean;
  readonly style: Style;
}

/** Renders the first screen: address, regions, two requests to paste, resource ids. */
export function renderScreen(screen: Screen): string {
  const { url, version, region, hasPlayground, command, style } = screen;
  const heading = (text: string) => style("bold", text);
  const addresses = regions.map((one) => [
    one,
    style("cyan", `${url}/${one}`),
    one === region ? style("dim", "or without a prefix") : "",
  ]);
  const target = url === defaultAddress ? "" : ` --simulator ${url}`;
  return [
    `${heading("journey")} ${style("dim", version)}  ${style("cyan", url)}`,
    ...(hasPlayground ? ["Open this address in a browser to start and inspect journeys."] : []),
    "",
    heading("Regions"),
    ...indent(toColumns(addresses)),
    "",
    heading("Get a token"),
    ...indent(renderTokenCall(screen)),
    "",
    heading("Start a journey"),
    ...indent(renderStartCall(screen)),
    "",
    heading("Published"),
    ...indent(toColumns(renderIds(screen))),
    "",
    ...renderOpened(screen, heading("Opened")),
    ...(screen.store === "memory"
      ? [style("dim", "Worlds are kept in memory. They are lost when the simulator stops.")]
      : []),
    style("dim", `In another terminal, run: ${command} try${target}`),
    style("dim", `Press Ctrl-C to stop. For all commands, run: ${command} --help`),
    "",
  ].join("\n");
}

/** The worlds from the files of `--open`. */
function renderOpened({ opened }: Screen, heading: string): readonly string[] {
  if (opened.length === 0) return [];
  const rows = opened.map(({ file, world, instances }) => [
    toPlain(world),
    instances === 1 ? "1 instance" : `${instances} instances`,
    toPlain(file),
  ]);
  return [heading, ...indent(toColumns(rows)), ""];
}

/** The client in the sample requests: the first client that may start journeys. */
const findCaller = ({ clients }: Screen): ApiClient | undefined =>
  clients?.find(({ permissions }) => permissions?.includes("journey:start") ?? true) ?? clients?.[0];

/** Whether v2 is enabled for a client in a region. Spec 1. */
const hasV2 = ({ v2 = true, regions: own }: ApiClient, region: Region): boolean =>
  v2 && (own?.includes(region) ?? true);

/**
 * The screen does not show the secrets of listed clients; the sample command reads them from shell variables. Gap
 * `grant-by-client`.
 */
function renderTokenCall(screen: Screen): readonly string[] {
  const { url, profile, opened } = screen;
  const client = findCaller(screen);
  const byPassword =
    profile["grant-by-client"] === "password" || client?.grants?.includes("client_credentials") === false;
  const user = client?.users?.[0]?.username ?? "user";
  const form = new URLSearchParams({
    grant_type: byPassword ? "password" : "client_credentials",
    client_id: client?.clientId ?? opened[0]?.world ?? "demo",
    ...(client === undefined && { client_secret: "secret" }),
    ...(byPassword ? { username: user } : { scope: "service.token" }),
    ...(byPassword && client?.users === undefined && { password: "password" }),
  });
  const secrets = [
    ...(client === undefined ? [] : ['--data-urlencode "client_secret=$CLIENT_SECRET"']),
    ...(byPassword && client?.users !== undefined ? ['--data-urlencode "password=$PASSWORD"'] : []),
  ];
  return [
    `TOKEN=$(curl -s ${url}${endpoints["token.requestToken"].path} \\`,
    `  ${[`-d '${form}'`, ...secrets].join(" ")} \\`,
    `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ];
}

/** A start without prefill, which returns immediately in both API versions. Spec 2.7. */
function renderStartCall(screen: Screen): readonly string[] {
  const { url, region, published } = screen;
  const client = findCaller(screen);
  const apiVersion = client === undefined || hasV2(client, region) ? "v2" : "v1";
  const here = published.filter(
    ({ environment, definition, regions }) =>
      environment === "production" && definition.apiVersion === apiVersion && regions.includes(region),
  );
  const chosen = here.find(({ definition }) => definition.id.startsWith("document-and-selfie")) ?? here[0];
  const config = apiVersion === "v2" ? { delivery: "api" } : { async: true };
  const body = { resourceId: `${chosen?.resourceId ?? "age-check"}@latest`, context: { config, subject: {} } };
  return [
    `curl -s ${url}${endpoints[`${apiVersion}.startJourney`].path} \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ];
}

function wrapWords(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 2 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line}  ${word}`;
  }
  return lines;
}

function renderIds({ published }: Screen): readonly (readonly string[])[] {
  return (["v2", "v1"] as const).flatMap((apiVersion) =>
    (["production", "preview"] as const).flatMap((environment) => {
      const own = published.filter(
        (one) => one.environment === environment && one.definition.apiVersion === apiVersion,
      );
      const ids = wrapWords([...new Set(own.map(({ resourceId }) => resourceId))], 80);
      return ids.map((line, i) => (i === 0 ? [apiVersion, environment, line] : ["", "", line]));
    }),
  );
}
