import { toColumns } from "./column.ts";
import { type CommandName, flagRows } from "./flag.ts";
import type { Style } from "./terminal.ts";

const headings: readonly { readonly title: string; readonly commands: readonly CommandName[] }[] = [
  { title: "Serving", commands: ["serve"] },
  { title: "Serving and listing", commands: ["serve", "journeys"] },
  { title: "Listing", commands: ["journeys"] },
];

/** What `--help` shows. */
export function toHelp(style: Style): string {
  const rows = flagRows.map(([name, flag]) => ({
    ...flag,
    cells: [
      `${flag.short === undefined ? "    " : `-${flag.short}, `}--${name} ${flag.value ?? ""}`.trimEnd(),
      flag.help,
    ],
  }));
  const lines = toColumns(rows.map(({ cells }) => cells));
  const sections = headings.map(({ title, commands }) => {
    const own = lines.filter((_, i) => rows[i]?.commands.join() === commands.join());
    return [style("bold", title), ...own.map((line) => `  ${line}`), ""].join("\n");
  });
  return `journey-sim serves a simulator of the identity-journey service.

${style("bold", "Usage")}
  journey-sim [serve] [flags]    serves it on a port
  journey-sim journeys [flags]   lists the journeys that are published

${sections.join("\n")}
${style("bold", "Examples")}
  journey-sim --port 0 --latency 0
  journey-sim --profile observed --journeys ./journeys
  journey-sim journeys --json
`;
}
