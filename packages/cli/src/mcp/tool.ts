import { Writable } from "node:stream";
import type * as z from "zod";
import { renderProblem } from "../terminal/help.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Fetch } from "../worlds/control.ts";

/** The simulator that the tools of a server use. */
export interface Place {
  /** Its address and its control token. */
  readonly flags: { readonly simulator: string; readonly controlToken?: string | undefined };
  /** Replaces the global `fetch`, if the simulator is in this process. */
  readonly fetch?: Fetch;
  /** Whether a tool may start programs. Only the user of this machine may, not everyone who may control the simulator. */
  readonly mayRunPrograms: boolean;
}

/** What a call of a tool uses. */
interface ToolCall extends Place {
  /** Collects what the tool prints, which is the text of its result. */
  readonly terminal: Terminal;
}

/** A tool of `journey mcp`. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Whether a call changes nothing. */
  readonly isReadOnly: boolean;
  /** Whether the tool starts programs. */
  readonly runsPrograms?: true;
  /** Prints the result to the terminal of the call. */
  run(input: z.output<Input>, call: ToolCall): Promise<unknown>;
}

/** Creates a tool whose `run` gets the type of its input. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => ({
  ...tool,
  run: (input, call) => tool.run(tool.input.parse(input), call),
});

/** Characters of a result. A longer one would fill the context of an agent. */
const mostCharacters = 20_000;

/** What a tool answered. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * Runs a tool.
 *
 * @param onProgress Called with each line that the tool prints about its progress.
 */
export async function runTool(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  place: Place,
  {
    onProgress,
    ...surroundings
  }: Pick<Terminal, "stop" | "version" | "command"> & {
    readonly onProgress: (line: string) => void;
  },
): Promise<ToolResult> {
  let text = "";
  const out = new Writable({
    write: (chunk, _, done) => {
      text += chunk;
      done();
    },
  });
  const notes: string[] = [];
  const err = new Writable({
    write: (chunk, _, done) => {
      notes.push(`${chunk}`);
      onProgress(`${chunk}`.trim());
      done();
    },
  });
  try {
    const code = await tool.run(input, { ...place, terminal: { ...surroundings, out, err } });
    // A command that could not do its work explains it in its notes.
    const all = text === "" || (code === 1 && !tool.runsPrograms) ? `${text}${notes.join("")}` : text;
    return { text: shorten(all.trim()), isError: false };
  } catch (error) {
    return { text: renderProblem(error), isError: true };
  }
}

const shorten = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}\n… ${text.length - mostCharacters} more characters. Ask for less, for example with a limit.`;
