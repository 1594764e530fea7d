export { DefinitionError, type Publication } from "./journeys/catalog.ts";
export { shippedJourneys } from "./journeys/shipped.ts";
export { createSimulator, type Simulator, type SimulatorOptions } from "./simulator.ts";
export { createMemoryStore } from "./store/memory.ts";
export type { Store } from "./store/store.ts";
export type { ApiClient } from "./world/permissions.ts";
export type { Scenario } from "./world/scenario.ts";
export { ControlError, type InstanceControl, type World } from "./world.ts";
