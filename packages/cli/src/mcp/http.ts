import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Terminal } from "../terminal/terminal.ts";
import { createServer } from "./server.ts";
import type { Place } from "./tool.ts";

/**
 * Creates the handler of `/_sim/mcp`, which speaks the transport Streamable HTTP. Everybody who may use the control API
 * may use it, so no tool starts a program.
 */
export const createToolHandler = (
  place: Omit<Place, "mayRunPrograms">,
  surroundings: Pick<Terminal, "stop" | "version" | "command">,
): ((request: Request) => Promise<Response>) => {
  const { fetch } = createMcpHandler(() => createServer({ ...place, mayRunPrograms: false }, surroundings));
  return (request) => fetch(request);
};
