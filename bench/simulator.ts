import { join } from "node:path";
import { program } from "./bundle.ts";
import { type Child, startChild } from "./child.ts";
import { findPort, untilAnswered } from "./port.ts";

/** A server in its own process. */
export interface Server {
  readonly name: string;
  readonly port: number;
  readonly child: Child;
}

/** Starts the command line program as users do, without module latencies. */
export async function startSimulator(): Promise<Server> {
  const port = await findPort();
  const preload = ["--import", join(import.meta.dirname, "programs/cpu.ts")];
  const child = await startChild(program, ["--port", `${port}`, "--latency", "0"], preload);
  await untilAnswered(port);
  return { name: "simulator", port, child };
}

/** Starts one of the bare servers. */
export async function startBare(name: string, file: string): Promise<Server> {
  const port = await findPort();
  return { name, port, child: await startChild(file, [`${port}`]) };
}
