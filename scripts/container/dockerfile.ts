/** An instruction of a Dockerfile, such as `WORKDIR /app`. */
interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** A stage of a Dockerfile, which begins with `FROM`. */
export interface Stage {
  readonly image: string;
  /** The name after `AS`; empty if it has none. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Reads the stages of a Dockerfile. */
export const readStages = (text: string): readonly Stage[] =>
  text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split(/^FROM +/m)
    .slice(1)
    .map((stage) => {
      const [first = "", ...lines] = stage.split("\n").filter((line) => line !== "");
      const [image = "", , name = ""] = first.split(/ +/);
      return { image, name, instructions: lines.map(toInstruction) };
    });

function toInstruction(line: string): Instruction {
  const [name = ""] = line.split(" ", 1);
  return { name, text: line.slice(name.length).trim() };
}

/** Reads the JSON array of the last instruction with this name, after its flags: its command, or its list of arguments. */
export function readCommand({ instructions }: Stage, name: string): readonly string[] {
  const text = instructions.findLast((instruction) => instruction.name === name)?.text ?? "";
  return JSON.parse(text.slice(text.indexOf("[")));
}

/** Reads the port of the instruction `EXPOSE`. */
export const readPort = ({ instructions }: Stage): string =>
  instructions.find(({ name }) => name === "EXPOSE")?.text ?? "";
