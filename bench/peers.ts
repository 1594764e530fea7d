import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Program } from "./servers.ts";
import { type Stub, writeJson } from "./stubs.ts";

/** A program for comparison, installed on demand outside the workspace. */
interface Peer extends Omit<Program, "command"> {
  readonly package: string;
  readonly version: string;
  /** The file to run, relative to the package folder. */
  readonly file: string;
  /** The program that runs the file. */
  readonly runner: string;
  readonly toArgs: (port: number, stubs: readonly Stub[]) => readonly string[];
}

const peers: readonly Peer[] = [
  {
    name: "Prism",
    package: "@stoplight/prism-cli",
    version: "5.16.0",
    file: "dist/index.js",
    runner: process.execPath,
    warmUp: 3_000,
    toArgs: (port, stubs) => ["mock", writeJson("openapi.json", toOpenApi(stubs)), "--port", `${port}`],
  },
  {
    name: "Mockoon",
    package: "@mockoon/cli",
    version: "9.9.0",
    file: "bin/run.js",
    runner: process.execPath,
    warmUp: 3_000,
    toArgs: (port, stubs) => {
      const file = writeJson("environment.json", toEnvironment(stubs));
      return ["start", "--data", file, "--port", `${port}`, "--hostname", "127.0.0.1", "--disable-log-to-file"];
    },
  },
  {
    name: "WireMock",
    package: "wiremock",
    version: "3.13.2",
    file: "build/wiremock-standalone-3.13.2.jar",
    runner: "java",
    warmUp: 30_000, // until Java has compiled the code: a request takes 41 µs of user time after 10 s, and 22 µs after 30 s
    toArgs: (port, stubs) => [
      ...["--port", `${port}`, "--bind-address", "127.0.0.1", "--root-dir", writeMappings(stubs)],
      ...["--no-request-journal", "--disable-banner", "--use-chunked-encoding", "never"],
    ],
  },
];

const cache = join(import.meta.dirname, "../node_modules/.cache/bench-peers");

let found: readonly Program[] | undefined;

/** Installs the missing peers. A peer that cannot run is skipped with a message. */
export function findPeers(): readonly Program[] {
  found ??= peers.flatMap((peer) => {
    const problem = prepare(peer);
    if (problem !== undefined) console.error(`SKIPPED: ${peer.name}. ${problem}`);
    return problem === undefined ? [toProgram(peer)] : [];
  });
  return found;
}

const folderOf = (peer: Peer): string => join(cache, `${peer.name}-${peer.version}`);
const fileOf = (peer: Peer): string => join(folderOf(peer), "node_modules", peer.package, peer.file);

function toProgram(peer: Peer): Program {
  const { name, warmUp, runner, toArgs } = peer;
  const isJar = peer.file.endsWith(".jar");
  const start = [...(isJar ? ["-jar"] : []), fileOf(peer)];
  return { name, warmUp, command: (port, stubs) => [runner, ...start, ...toArgs(port, stubs)] };
}

/** Installs a peer. Returns the reason if the peer cannot run. */
function prepare(peer: Peer): string | undefined {
  if (spawnSync(peer.runner, ["--version"]).status !== 0) return `It needs ${peer.runner}.`;
  if (existsSync(fileOf(peer))) return undefined;
  const folder = folderOf(peer);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n'); // keeps npm out of the workspace
  console.error(`Installing ${peer.name} ${peer.version}.`);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const installed = spawnSync("npm", ["install", ...flags, `${peer.package}@${peer.version}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 180_000,
  });
  return installed.status === 0 ? undefined : "npm could not install it.";
}

const readDocument = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../packages/schemas/json/openapi-${name}.json`), "utf8"));

/** Reduces the emitted OpenAPI documents to the routes of the stubs, with the stubs as examples. */
function toOpenApi(stubs: readonly Stub[]): object {
  const [v2, token] = [readDocument("v2"), readDocument("token")];
  const operations = { ...v2.paths, ...token.paths };
  const components = Object.fromEntries(
    Object.keys({ ...v2.components, ...token.components }).map((kind) => [
      kind,
      { ...v2.components[kind], ...token.components[kind] },
    ]),
  );
  const paths = stubs.map(({ path, status, headers, body }) => {
    const { post } = operations[path];
    const { schema } = post.responses[status].content["application/json"];
    const content = { "application/json": { schema, example: JSON.parse(body) } };
    const examples = Object.entries(headers)
      .filter(([name]) => name !== "content-type")
      .map(([name, example]) => [name, { schema: { type: "string" }, example }]);
    const response = { description: "Success.", headers: Object.fromEntries(examples), content };
    return [path, { post: { ...post, responses: { [status]: response } } }];
  });
  return { openapi: v2.openapi, info: v2.info, paths: Object.fromEntries(paths), components };
}

/** A Mockoon environment with a route for each stub. */
function toEnvironment(stubs: readonly Stub[]): object {
  const routes = stubs.map(({ path, status, headers, body }, i) => ({
    uuid: `route-${i}`,
    type: "http",
    documentation: "",
    method: "post",
    endpoint: path.slice(1),
    responses: [
      {
        uuid: `response-${i}`,
        body,
        latency: 0,
        statusCode: status,
        label: "",
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
        bodyType: "INLINE",
        filePath: "",
        databucketID: "",
        sendFileAsBody: false,
        rules: [],
        rulesOperator: "OR",
        disableTemplating: true,
        fallbackTo404: false,
        default: true,
        crudKey: "id",
        callbacks: [],
      },
    ],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  }));
  return {
    uuid: "bench",
    lastMigration: 33,
    name: "bench",
    endpointPrefix: "",
    latency: 0,
    port: 0,
    hostname: "127.0.0.1",
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: "route", uuid })),
    proxyMode: false,
    proxyHost: "",
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: "CERT", pfxPath: "", certPath: "", keyPath: "", caPath: "", passphrase: "" },
    cors: true,
    headers: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  };
}

/** Writes static stubs into the folder that WireMock reads. */
function writeMappings(stubs: readonly Stub[]): string {
  const mappings = stubs.map(({ path, status, headers, body }) => ({
    request: { method: "POST", urlPath: path },
    response: { status, headers, body },
  }));
  const file = writeJson("mappings/stubs.json", { mappings });
  return dirname(dirname(file));
}
