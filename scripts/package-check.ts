import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** One line of the summary; `output` is what a failed check printed. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
}

interface Packed {
  readonly manifest: Manifest;
  readonly tarball: string;
}

function runCheck(name: string, cwd: string, command: string, ...args: readonly string[]): Check {
  const run = spawnSync(command, args, { cwd, encoding: "utf8", timeout: 400_000 });
  const output = `${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}`;
  return { name, passed: run.status === 0, output };
}

/** Import specifiers of a package's public entries, the manifest's own entry left out. */
function toSpecifiers({ manifest }: Packed): readonly string[] {
  const entries = Object.keys(manifest.publishConfig?.exports ?? {}).filter((entry) => entry !== "./package.json");
  return entries.map((entry) => manifest.name + entry.slice(1));
}

function toImports(specifiers: readonly string[]): string {
  return specifiers.map((each, index) => `import * as entry${index} from "${each}";\nvoid entry${index};\n`).join("");
}

/** Writes a project that depends on the tarballs alone, so that what it imports is what would be published. */
function writeConsumer(folder: string, packed: readonly Packed[], typeRoot: string): void {
  const dependencies = Object.fromEntries(packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("package.json", JSON.stringify({ private: true, type: "module", dependencies }));
  const specifiers = packed.flatMap(toSpecifiers);
  write("import.mjs", specifiers.map((each) => `await import("${each}");\n`).join(""));
  // An entry for Node may name Node's types; every other entry must do without them.
  const forNode = (specifier: string) => specifier.endsWith("/node");
  write("import-neutral.ts", toImports(specifiers.filter((each) => !forNode(each))));
  write("import-node.ts", toImports(specifiers.filter(forNode)));
  const compilerOptions = { strict: true, noEmit: true, module: "nodenext", target: "ES2023", types: [] };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["import-neutral.ts"] }));
  const withNode = { ...compilerOptions, typeRoots: [typeRoot], types: ["node"] };
  write("tsconfig.node.json", JSON.stringify({ compilerOptions: withNode, files: ["import-node.ts"] }));
}

/** A program that starts a journey, loses the answer and says so: all that is asked of it here. */
const program = `
  const { JOURNEY_AUTH_URL: auth, JOURNEY_BASE_URL: base, JOURNEY_CLIENT_ID: id, JOURNEY_RESOURCE_ID: resourceId } = process.env;
  const form = { grant_type: "client_credentials", client_id: id, client_secret: "any", scope: "service.token" };
  const token = await fetch(auth + "/as/token.oauth2", { method: "POST", body: new URLSearchParams(form) });
  const headers = { authorization: "Bearer " + (await token.json()).access_token, "content-type": "application/json" };
  const body = JSON.stringify({ resourceId, context: { config: { delivery: "api" }, subject: {} } });
  await fetch(base + "/v2/captain/journey/start", { method: "POST", headers, body }).catch(() => console.log("unknown"));`;
const driveProgram = [
  join("node_modules", ".bin", "journey-contract"),
  ...["drive", "--only", "start-sent-once", "--min", "1", "--"],
  ...[process.execPath, "--input-type=module", "--eval", program],
] as const;

function checkConsumer(folder: string, packed: readonly Packed[], root: string): readonly Check[] {
  const tsc = join(root, "node_modules", ".bin", "tsc");
  writeConsumer(folder, packed, join(root, "node_modules", "@types"));
  // A request that a registry leaves hanging is given up and sent again, long before the whole installation is.
  const patience = ["--fetch-timeout=20000", "--fetch-retries=5", "--fetch-retry-mintimeout=1000"];
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=http", ...patience];
  const installed = runCheck("a project installs the tarballs", folder, "npm", "install", ...flags);
  if (!installed.passed) return [installed];
  // An optional peer that an entry is for: who imports `contract-tests/vitest` has it.
  symlinkSync(join(root, "node_modules", "vitest"), join(folder, "node_modules", "vitest"), "junction");
  return [
    installed,
    runCheck("it imports every entry", folder, process.execPath, "import.mjs"),
    runCheck("it type-checks against every entry", folder, tsc, "-p", "."),
    runCheck("it type-checks against the entries for Node", folder, tsc, "-p", "tsconfig.node.json"),
    runCheck("the packed journey-sim shows its help", folder, join("node_modules", ".bin", "journey-sim"), "--help"),
    runCheck("the packed journey-contract starts it and drives a program", folder, ...driveProgram),
  ];
}

/** Packs every public package, checks each tarball, and uses them all from a project of their own. */
export function checkPackages(root: string): readonly Check[] {
  const scratch = mkdtempSync(join(tmpdir(), "journey-kit-"));
  const checks: Check[] = [];
  const packed: Packed[] = [];
  for (const file of globSync("packages/*/package.json", { cwd: root }).sort()) {
    const manifest: Manifest = JSON.parse(readFileSync(join(root, file), "utf8"));
    if (manifest.private) continue;
    const tarball = join(scratch, `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`);
    const folder = join(root, dirname(file));
    checks.push(runCheck(`${manifest.name} packs`, folder, "pnpm", "pack", "--pack-destination", scratch));
    checks.push(runCheck(`${manifest.name} passes publint`, root, "pnpm", "run", "publint", tarball));
    checks.push(runCheck(`${manifest.name} passes attw`, root, "pnpm", "run", "attw", tarball));
    packed.push({ manifest, tarball });
  }
  checks.push(...checkConsumer(scratch, packed, root));
  rmSync(scratch, { recursive: true });
  return checks;
}
