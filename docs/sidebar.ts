/** A group of the sidebar: a label, and the pages by their path below `src/content/docs`. */
interface Group {
  readonly label: string;
  readonly items: string[];
  readonly collapsed?: boolean;
}

/** The pages in reading order. A test compares them with the files. */
export const sidebar: readonly Group[] = [
  { label: "Start", items: ["guides/quick-start", "guides/install", "guides/concepts"] },
  { label: "Simulate", items: ["guides/profiles", "guides/worlds", "guides/run-for-a-team"] },
  {
    label: "Test",
    items: ["guides/client-suite", "guides/readings", "guides/test-a-server", "guides/pact", "guides/calibrate"],
  },
  { label: "Call the service", items: ["guides/client", "guides/migration"] },
  {
    label: "Reference",
    items: [
      "reference/command-line",
      "reference/simulator",
      "reference/schemas",
      "reference/scenarios",
      "reference/cases",
      "reference/limits",
      "reference/glossary",
    ],
  },
  {
    label: "Decisions",
    collapsed: true,
    items: [
      "decisions/pure-kernel",
      "decisions/stores",
      "decisions/postgres-driver",
      "decisions/prometheus-client",
      "decisions/zod-draft-07-emitter",
      "decisions/openapi-assembly",
      "decisions/covering-array",
      "decisions/packages-from-dist",
      "decisions/node-versions",
    ],
  },
];
