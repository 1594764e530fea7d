const at = Date.UTC(2026, 0, 31, 9, 30);

const liveness = {
  id: "liveness",
  name: "Liveness",
  apiVersion: "v2",
  version: "1",
  regions: ["eu"],
  segments: [
    {
      id: "selfie",
      interactions: [{ id: "selfie", pages: [], required: ["Selfie"], optional: [] }],
      modules: [{ module: "Liveness", variant: "liveness-v2" }],
    },
  ],
};

/** A saved world whose instances have each received some commands. */
export const toSavedWorld = (commands: number, instances = 1): object => ({
  format: "journey-snapshot",
  version: 1,
  world: "saved",
  savedAt: new Date(at).toISOString(),
  clock: { mode: "frozen", now: new Date(at).toISOString() },
  profile: { readings: {} },
  scenario: { name: "default", rules: [] },
  scenarios: [],
  armed: [],
  faults: { plan: { rules: [] }, counters: {}, hits: [] },
  rate: { callsPerMinute: 0 },
  permissions: [],
  ordinal: instances,
  usedTokens: [],
  terms: [{ definition: liveness, readings: {}, scenarios: [{ name: "default", rules: [] }], seed: 1 }],
  instances: Array.from({ length: instances }, (_, i) => ({
    terms: 0,
    start: {
      type: "start",
      apiVersion: "v2",
      at,
      instanceId: (0x4f9c2b7e1d3a + i).toString(16),
      ordinal: i + 1,
      resource: { id: "liveness", version: "latest" },
      region: "eu",
      delivery: "api",
      subject: {},
    },
    commands: Array.from({ length: commands }, (_, j) => ({ type: j % 2 === 0 ? "pause" : "resume", at })),
  })),
  requests: [],
  counts: { requests: 0, endpoints: {}, errors: {}, phases: {}, stages: {}, basis: {} },
});
