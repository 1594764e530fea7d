import { run } from "../src/program.ts";

/** Runs a command line in process and gives what it left behind. */
export function runCommand(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = run(args, { out: (text) => out.push(text), err: (text) => err.push(text), version: "1.2.3" });
  return { code, out: out.join(""), err: err.join("") };
}
