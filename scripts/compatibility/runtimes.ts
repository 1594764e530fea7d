import { join } from "node:path";
import { nodePackage } from "../package-check.ts";

/** A JavaScript runtime. Each list contains arguments that come before the path of a program. */
export interface Runtime {
  /** The column of the table. */
  readonly name: string;
  /** The npm package and version that contain the runtime; undefined for the Node that runs this script. */
  readonly package?: string;
  /** Path of the executable below `node_modules`. */
  readonly executable: string;
  /** Arguments for a program that calls servers on this machine and reads the environment. */
  readonly client: readonly string[];
  /** Arguments for a program that needs no permission. */
  readonly isolated: readonly string[];
  /** Arguments for a program that needs every permission. */
  readonly trusted: readonly string[];
  /** Arguments for a test file. */
  readonly test: readonly string[];
  /** Arguments for the Vitest program. */
  readonly vitest: readonly string[];
  /** Options of Vitest. */
  readonly vitestOptions?: readonly string[];
  /** Arguments for a file whose default export handles requests. */
  readonly serve?: (port: number) => readonly string[];
}

const { platform, arch } = process;
const bun = `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}@1.4.5`;
const workerdSystem = `${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? arch : "64"}`;
const workerdPackage = `@cloudflare/workerd-${workerdSystem}@1.20261117.1`;
const deno = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}@2.9.6`;

/** The path of an executable in a package. */
function inPackage(spec: string, ...path: readonly string[]): string {
  const file = join(spec.slice(0, spec.lastIndexOf("@")), ...path);
  return process.platform === "win32" ? `${file}.exe` : file;
}

function toNode(name: string, version: string, ...flags: readonly string[]): Runtime {
  const spec = `${nodePackage}@${version}`;
  const args = { client: flags, isolated: flags, trusted: flags, test: [...flags, "--test"], vitest: flags };
  return { name, package: spec, executable: inPackage(spec, "bin", "node"), ...args };
}

const [major] = process.versions.node.split(".");
const { package: _, ...runningNode } = toNode(`Node ${major}`, process.versions.node);

/** The runtime of Cloudflare Workers, which runs no programs, only workers. */
export const workerd = {
  name: "workerd",
  package: workerdPackage,
  executable: inPackage(workerdPackage, "bin", "workerd"),
};

/** The runtimes that the packages are tested on. */
export const runtimes: readonly Runtime[] = [
  toNode("Node 22.14", "22.14.0", "--experimental-strip-types", "--disable-warning=ExperimentalWarning"),
  { ...runningNode, executable: process.execPath },
  toNode("Node 26", "26.10.0"),
  {
    name: "Bun 1.4",
    package: bun,
    executable: inPackage(bun, "bin", "bun"),
    client: [],
    isolated: [],
    trusted: [],
    test: ["test"],
    vitest: ["--bun"],
    vitestOptions: ["--pool=threads"], // Bun has no `channel.unref`, which the default pool calls
    serve: (port) => [`--port=${port}`],
  },
  {
    name: "Deno 2.9",
    package: deno,
    executable: inPackage(deno, "deno"),
    client: ["run", "--no-prompt", "--allow-env", "--allow-net=127.0.0.1"],
    isolated: ["run", "--no-prompt"],
    trusted: ["run", "--allow-all"],
    test: ["test", "--no-prompt", "--no-check"],
    vitest: ["run", "--allow-all"],
    serve: (port) => ["serve", "--no-prompt", "--host=127.0.0.1", `--port=${port}`],
  },
];
