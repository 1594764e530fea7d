import { McpServer, type ToolAnnotations } from "@modelcontextprotocol/server";
import type { Terminal } from "../terminal/terminal.ts";
import { readGuides } from "./guides.ts";
import { renderRules } from "./look-up.ts";
import { type Place, runTool, type Tool } from "./tool.ts";
import { tools } from "./tools.ts";

/** The tools that a server at a place has. */
const toolsAt = ({ mayRunPrograms }: Place): readonly Tool[] =>
  tools.filter(({ runsPrograms }) => mayRunPrograms || runsPrograms !== true);

/** What an agent reads first. */
const toInstructions = (url: string): string =>
  [
    "Journey Kit simulates a service that verifies people's identities in multi-step journeys.",
    `The simulator is at ${url}. Base URL of a client: ${url}/eu. Token URL: ${url}/as/token.oauth2. Any client id and secret work, and each client id has a world of its own.`,
    "To find a bug in a client, run it against the simulator and call examineClient, or call checkClient if you have that tool. explainInstance and listRequests show what happened, and lookUp explains each id.",
  ].join("\n");

/** Creates a server of the Model Context Protocol with every tool, the guides and the rules of the specification. */
export async function createServer(
  place: Place,
  surroundings: Pick<Terminal, "stop" | "version" | "command">,
): Promise<McpServer> {
  const { version, stop } = surroundings;
  const server = new McpServer(
    { name: "journey-kit", version },
    { instructions: toInstructions(place.flags.simulator) },
  );
  for (const tool of toolsAt(place)) {
    const { name, description, input: inputSchema } = tool;
    server.registerTool(
      name,
      { description, inputSchema, annotations: toAnnotations(tool) },
      async (input, { mcpReq }) => {
        const token = mcpReq._meta?.progressToken;
        let progress = 0;
        const { text, isError } = await runTool(tool, input, place, {
          ...surroundings,
          stop: AbortSignal.any([stop, mcpReq.signal]),
          onProgress: (message) => {
            if (token === undefined) return;
            progress += 1;
            const params = { progressToken: token, progress, message };
            void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined); // nobody may listen any more
          },
        });
        return { content: [{ type: "text", text }], isError };
      },
    );
  }
  addResource(server, "rules", "The rules of the specification", "Every rule, by section.", renderRules);
  for (const { name, title, description, text } of await readGuides())
    addResource(server, `guides/${name}`, title, description, () => `# ${title}\n\n${text}`);
  return server;
}

const toAnnotations = ({ isReadOnly }: Tool): ToolAnnotations => ({ readOnlyHint: isReadOnly, openWorldHint: false });

function addResource(server: McpServer, path: string, title: string, description: string, render: () => string): void {
  const [uri, mimeType] = [`journey-kit://${path}`, "text/markdown"];
  server.registerResource(path, uri, { title, description, mimeType }, () => ({
    contents: [{ uri, mimeType, text: render() }],
  }));
}
