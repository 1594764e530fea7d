import { JourneyDefinition } from "@journey-kit/schemas";
import { presets, resolveProfile } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { builtInJourneys, createBuiltInCatalog } from "./built-in.ts";
import { createCatalog, DefinitionError, parseResourceId, VersionConflictError } from "./catalog.ts";
import { publishDefinition } from "./definition.ts";

const interaction = { id: "birth", pages: [], required: ["DateOfBirth"] };
const segment = {
  id: "one",
  interactions: [interaction],
  modules: [{ module: "Age Verification", variant: "age-verification-v2" }],
};
const journey = { id: "mine", name: "Mine", apiVersion: "v2", segments: [segment] };

function problemsOf(definition: unknown, profile = presets.specified): readonly { path: string; message: string }[] {
  try {
    publishDefinition(createCatalog(profile), definition, { source: "mine.json" });
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
  return [];
}

test("publishes every built-in journey under a separate resource id in each environment (spec 1)", () => {
  const catalog = createCatalog(presets.specified);
  for (const builtIn of builtInJourneys) publishDefinition(catalog, builtIn);
  expect(catalog.list().map(({ resourceId, environment }) => `${environment} ${resourceId}`)).toEqual(
    ["", "-v1"].flatMap((apiVersion) =>
      ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"].flatMap((id) => [
        `preview ${id}${apiVersion}-preview`,
        `production ${id}${apiVersion}`,
      ]),
    ),
  );
});

test("the built-in journeys are valid under every reading that restricts journeys (spec 1, 2.6)", () => {
  for (const data of ["allowed", "refused"] as const) {
    for (const names of ["six", "extended"] as const) {
      const profile = resolveProfile({ readings: { "v1-data-variants": data, "element-names": names } });
      const catalog = createCatalog(profile);
      for (const builtIn of builtInJourneys) publishDefinition(catalog, builtIn);
      expect(createBuiltInCatalog(profile).list()).toEqual(catalog.list());
    }
  }
});

test("every built-in journey states all defaults, so parsing adds nothing to it", () => {
  for (const builtIn of builtInJourneys) expect(JourneyDefinition.parse(builtIn)).toEqual(builtIn);
});

test("full-kyc runs all seven modules in v1 and in v2 (spec 1)", () => {
  for (const id of ["full-kyc", "full-kyc-v1"]) {
    const definition = builtInJourneys.find((builtIn) => builtIn.id === id);
    expect(new Set(definition?.segments.flatMap(({ modules }) => modules.map(({ module }) => module))).size).toBe(7);
  }
});

const withSegment = (change: object) => ({ ...journey, segments: [{ ...segment, ...change }] });
const withModule = (module: string, variant: string) => withSegment({ modules: [{ module, variant }] });
const withUse = (change: object) => withSegment({ modules: [{ ...segment.modules[0], ...change }] });
const withInteraction = (change: object) => withSegment({ interactions: [{ ...interaction, ...change }] });
const declaring = (...modules: readonly object[]) => ({ ...journey, modules });
const task = { id: "birth", variantId: "t", feeds: "Age Verification", required: ["DateOfBirth"] };
const v1Modules = [{ module: "Age Verification", variant: "age-verification-v1" }];
const v1Journey = (...segments: readonly object[]) => ({ ...journey, apiVersion: "v1", segments });
const leaves = [{ element: "Selfie", paths: ["a"] }];
const [usual] = segment.modules;
const ofVariant = "segments[0].modules[0].variant";

test.each([
  ["the v1 variant of Liveness in a v2 journey (spec 1)", withModule("Liveness", "liveness-v1"), ofVariant],
  [
    "the v1 variant of a document module (spec 1)",
    withModule("Document Extraction", "document-extraction-v1"),
    ofVariant,
  ],
  [
    "a v2 variant in a v1 journey (spec 1)",
    v1Journey({ id: "one", tasks: [task], modules: segment.modules }),
    ofVariant,
  ],
  ["an unknown variant", withModule("Liveness", "x"), ofVariant],
  ["an undeclared module (spec 1)", withModule("AML Screening", "aml"), "segments[0].modules[0].module"],
  ["a module that is declared twice", declaring({ name: "AML" }, { name: "AML" }), "modules[1].name"],
  [
    "a declared variant that another module has",
    declaring({ name: "AML", variants: ["liveness-v2"] }),
    "modules[0].variants[0]",
  ],
  [
    "a declared outcome that the module already has",
    declaring({ name: "Liveness", outcomes: [{ name: "Fail", classification: "neutral" }] }),
    "modules[0].outcomes[0].name",
  ],
  [
    "a declared module that examines an undeclared element (spec 2.6)",
    declaring({ name: "AML", examines: ["Shoe"] }),
    "modules[0].examines[0]",
  ],
  ["a v2 journey without an interaction node (spec 1)", withSegment({ interactions: undefined }), "segments"],
  [
    "an undeclared element (spec 2.6)",
    withInteraction({ optional: ["Shoe"] }),
    "segments[0].interactions[0].optional[0]",
  ],
  ["an interaction that collects nothing", withInteraction({ required: [] }), "segments[0].interactions[0]"],
  ["a required and optional element", withInteraction({ optional: ["DateOfBirth"] }), "segments[0].interactions[0]"],
  [
    "an element that is listed twice",
    withInteraction({ optional: ["SSN", "SSN"] }),
    "segments[0].interactions[0].optional[1]",
  ],
  [
    "a variant that a segment uses twice (spec 4.2)",
    withSegment({ modules: [usual, usual] }),
    "segments[0].modules[1].variant",
  ],
  [
    "two interactions with the same id",
    withSegment({ interactions: [interaction, interaction] }),
    "segments[0].interactions[1].id",
  ],
  ["the id of the end interaction (spec 2.5)", withInteraction({ id: "end" }), "segments[0].interactions[0].id"],
  [
    "an element with an invalid path",
    { ...journey, elements: [{ name: "Shoe", path: "identity..shoe" }] },
    "elements[0].path",
  ],
  [
    "`leaves` for an element that is not collected",
    withInteraction({ leaves }),
    "segments[0].interactions[0].leaves[0].element",
  ],
  ["an unknown member", { ...journey, colour: "red" }, ""],
  ["a latency below zero", withUse({ latency: -1 }), "segments[0].modules[0].latency"],
  ["more than 100 attempts of a module", withUse({ attempts: 101 }), "segments[0].modules[0].attempts"],
  [
    "a task that feeds a module which the journey does not run (spec 2.3)",
    v1Journey({ id: "one", tasks: [{ ...task, feeds: "Liveness" }], modules: v1Modules }),
    "segments[0].tasks[0].feeds",
  ],
])("refuses %s, and names the file and the invalid member", (_, definition, path) => {
  const [problem, ...more] = problemsOf(definition);
  expect(problem?.path).toBe(path);
  expect(more).toEqual([]);
  expect(() => publishDefinition(createCatalog(presets.specified), definition, { source: "mine.json" })).toThrow(
    /^mine\.json:\n {2}\S/,
  );
});

test("a module variant can be used in two segments of a v2 journey, but not of a v1 journey (spec 4.2)", () => {
  expect(problemsOf({ ...journey, segments: [segment, { id: "two", modules: segment.modules }] })).toEqual([]);
  const [one, two] = [
    { id: "one", tasks: [task], modules: v1Modules },
    { id: "two", modules: v1Modules },
  ];
  expect(problemsOf(v1Journey(one, two))).toEqual([
    {
      path: "segments[1].modules[0].variant",
      message: "The variant of the module is already used in this v1 journey.",
    },
  ]);
});

test("a resource id can have any length (spec 2.1)", () => {
  const catalog = createCatalog(presets.specified);
  const long = { ...journey, id: "a".repeat(300), version: "b".repeat(300) };
  const environments = { preview: { resourceId: "c".repeat(300) }, production: { resourceId: long.id } };
  publishDefinition(catalog, { ...long, environments });
  for (const id of [long.id, "c".repeat(300)]) {
    const parsed = parseResourceId(`${id}@${long.version}`);
    expect(parsed && catalog.find(parsed)?.definition.id).toBe(long.id);
  }
});

test("refuses the version `latest`, because `@latest` means the newest version (spec 2.1)", () => {
  expect(problemsOf({ ...journey, version: "latest" })).toEqual([
    { path: "version", message: "`latest` means the newest version. Choose another name." },
  ]);
  expect(problemsOf({ ...journey, version: "latest-1" })).toEqual([]);
});

test("two journeys cannot have the same resource id (spec 2.1)", () => {
  const catalog = createCatalog(presets.specified);
  publishDefinition(catalog, journey);
  const other = { ...journey, id: "other", environments: { preview: { resourceId: "mine" } } };
  expect(() => publishDefinition(catalog, other, { source: "other.json" })).toThrow(
    "mine already belongs to the journey mine",
  );
});

test("a journey can declare an additional element and its path (spec 2.6)", () => {
  const elements = [{ name: "Shoe", path: "identity.socials[type=shoe]" }];
  expect(problemsOf({ ...withInteraction({ optional: ["Shoe"] }), elements })).toEqual([]);
});

test("the reading `element-names=extended` allows more common elements (spec 2.6)", () => {
  const definition = withInteraction({ optional: ["MobilePhone"] });
  const extended = resolveProfile({ readings: { "element-names": "extended" } });
  expect([problemsOf(definition), problemsOf(definition, extended)]).toMatchObject([{ length: 1 }, []]);
});

test("`latest` is the version published last, and callers can request any version by name (spec 2.1)", () => {
  const catalog = createCatalog(presets.specified);
  publishDefinition(catalog, { ...journey, version: "2" });
  publishDefinition(catalog, { ...journey, version: "1" });
  const find = (version: string) => catalog.find({ id: "mine", version })?.definition.version;
  expect([find("latest"), find("1"), find("2"), find("3")]).toEqual(["1", "1", "2", undefined]);
});

const versionsOf = (catalog: ReturnType<typeof createCatalog>) =>
  catalog
    .list()
    .filter(({ environment }) => environment === "production")
    .map(({ definition: { version }, regions }) => [version, ...regions].join(" "));

test("publishing a version again is accepted with the same content and refused with other content (spec 2.1)", () => {
  const catalog = createCatalog(presets.specified);
  const first = publishDefinition(catalog, { ...journey, version: "7" });
  expect(publishDefinition(catalog, { $schema: "x", version: "7", ...journey })).toBe(first);
  const changed = { ...journey, version: "7", name: "Other" };
  expect(() => publishDefinition(catalog, changed, { source: "mine.json" })).toThrow(VersionConflictError);
  expect(() => publishDefinition(catalog, changed)).toThrow(
    "version: version 7 of mine is already published with different content.",
  );
  expect(versionsOf(catalog)).toEqual(["7 eu us au"]);
});

test("a journey without a version is published as the next version (spec 2.1)", () => {
  const catalog = createCatalog(presets.specified);
  for (const version of [undefined, undefined, "5", "beta", undefined])
    publishDefinition(catalog, { ...journey, version });
  expect(versionsOf(catalog)).toEqual(["1", "2", "5", "beta", "6"].map((version) => `${version} eu us au`));
});

test("a journey is published in the environments that its definition names, unless the publisher names others (spec 1)", () => {
  const catalog = createCatalog(presets.specified);
  const environments = { preview: { resourceId: "try" } };
  const idsOf = (id: string) =>
    catalog.list().flatMap(({ definition, resourceId }) => (definition.id === id ? [resourceId] : []));
  publishDefinition(catalog, { ...journey, environments });
  publishDefinition(catalog, { ...journey, id: "empty", environments: {} });
  expect([idsOf("mine"), idsOf("empty")]).toEqual([["try"], ["empty-preview", "empty"]]);
  publishDefinition(catalog, { ...journey, version: "1", environments }, { environments: ["production"] });
  expect(idsOf("mine")).toEqual(["try", "mine"]);
});

test("a version can be published in one environment and region, and later in more (spec 1, 2.1)", () => {
  const catalog = createCatalog(presets.specified);
  const find = (id: string, region: "eu" | "us") => {
    const found = catalog.find({ id, version: "latest" }, region);
    return found?.regions.includes(region) ? found.definition.version : undefined;
  };
  publishDefinition(catalog, journey, { environments: ["preview"], regions: ["eu"] });
  expect([find("mine-preview", "eu"), find("mine-preview", "us"), find("mine", "eu")]).toEqual([
    "1",
    undefined,
    undefined,
  ]);
  publishDefinition(catalog, { ...journey, version: "1" }, { regions: ["us"] });
  expect([find("mine-preview", "us"), find("mine", "us"), find("mine", "eu")]).toEqual(["1", "1", undefined]);
  publishDefinition(catalog, journey, { environments: ["production"], regions: ["eu"] });
  expect([find("mine", "eu"), find("mine", "us"), find("mine-preview", "eu")]).toEqual(["2", "1", "1"]);
});
