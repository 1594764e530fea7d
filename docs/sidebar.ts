/** A group of the sidebar: a label, and the pages by their path below `src/content/docs`. */
interface Group {
  readonly label: string;
  readonly items: (string | Group)[];
  readonly collapsed?: boolean;
}

/** The pages in reading order. A test compares them with the files. The pages for contributors are last. */
export const sidebar: readonly Group[] = [
  {
    label: "Start",
    items: [
      "guides/quick-start",
      "guides/install",
      "guides/concepts",
      "guides/playground",
      "guides/agents",
      "guides/troubleshooting",
    ],
  },
  {
    label: "Simulate",
    items: [
      "guides/point-your-client",
      "guides/outcomes",
      "guides/time",
      "guides/faults",
      "guides/profiles",
      "guides/see-what-happened",
      "guides/save-and-restore",
      "guides/hosted-pages",
      "guides/custom-journeys",
      "guides/editor",
      "guides/run-for-a-team",
      "guides/deploy-a-sandbox",
    ],
  },
  {
    label: "Test",
    items: [
      "guides/any-language",
      "guides/in-process",
      "guides/worlds",
      "guides/client-command",
      "guides/client-suite",
      "guides/client-checks",
      "guides/generated-conditions",
      "guides/readings",
      "guides/pact",
      "guides/test-a-server",
      "guides/calibrate",
      "guides/learn-from-traffic",
    ],
  },
  {
    label: "Recipes",
    items: ["recipes/vitest", "recipes/jest", "recipes/msw", "recipes/playwright", "recipes/pytest", "recipes/ci"],
  },
  { label: "Call the service", items: ["guides/client", "guides/migration"] },
  {
    label: "Reference",
    items: [
      "reference/endpoints",
      "reference/errors",
      "reference/rules",
      "reference/gaps",
      "reference/requirements",
      "reference/scenarios",
      "reference/journeys",
      "reference/control-api",
      "reference/command-line",
      "reference/journey",
      "reference/limits",
      "reference/simulator",
      "reference/client",
      "reference/contract-tests",
      "reference/schemas",
      "reference/json-schemas",
      "reference/control-schemas",
      "reference/compatibility",
      "reference/glossary",
    ],
  },
  {
    label: "Contribute",
    collapsed: true,
    items: [
      {
        label: "Cases",
        collapsed: true,
        items: [
          "reference/cases",
          "reference/cases/the-service",
          "reference/cases/resources-and-their-fields",
          "reference/cases/states-and-transitions",
          "reference/cases/endpoints",
          "reference/cases/authentication",
          "reference/cases/errors",
          "reference/cases/limits",
          "reference/cases/versions",
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
          "decisions/simulator-dependency",
          "decisions/reference-view",
        ],
      },
    ],
  },
];

/** The pages of a group and of its groups. */
export const pagesIn = ({ items }: Group): readonly string[] =>
  items.flatMap((item) => (typeof item === "string" ? [item] : pagesIn(item)));
