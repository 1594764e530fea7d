import { flagRows, sections, usageRows } from "./flags.ts";
import { toColumns } from "./table.ts";
import type { Style } from "./terminal.ts";

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
  const flags = sections.map((section) => {
    const own = lines.filter((_, i) => rows[i]?.section === section);
    return [style("bold", section), ...own.map((line) => `  ${line}`), ""].join("\n");
  });
  const usages = toColumns(usageRows.map(([name, { words, help }]) => [[name, ...words].join(" "), help]));
  return `journey-sim serves a simulator of the identity-journey service, and controls one that runs.

${style("bold", "Usage")}
  journey-sim [command] [flags]

${style("bold", "Commands")}
${usages.map((line) => `  ${line}`).join("\n")}

${flags.join("\n")}
${style("bold", "Examples")}
  journey-sim --port 0 --latency 0
  journey-sim --profile observed --journeys ./journeys
  journey-sim journeys --json
  journey-sim scenario arm liveness-fails-once --world my-tests
  journey-sim clock advance 24h --world my-tests
`;
}
