import type { World } from "@journey-kit/schemas/control";
import type { ControlSend } from "./send.ts";

/** Creates the controls of one API client's world. If the simulator refuses a request, the method throws `ApiError`. */
export function createWorld(send: ControlSend, world: string): World {
  const at = { world };
  return {
    clock: {
      read: () => send("readClock", at, undefined),
      set: (change) => send("changeClock", at, change),
      advance: (by) => send("advanceClock", at, by),
    },
    profile: {
      read: () => send("readProfile", at, undefined),
      set: (choice) => send("changeProfile", at, choice),
    },
    rate: {
      read: () => send("readRate", at, undefined),
      set: (rate) => send("changeRate", at, rate),
    },
    permissions: {
      read: () => send("readPermissions", at, undefined),
      set: (permissions) => send("changePermissions", at, permissions),
    },
    scenarios: {
      list: () => send("listScenarios", at, undefined),
      put: (scenario) => send("putScenario", { ...at, scenario: scenario.name }, scenario),
      arm: (arming) => send("arm", at, arming),
    },
    faults: {
      read: () => send("readFaults", at, undefined),
      set: (plan) => send("putFaults", at, plan),
      hits: () => send("readFaultHits", at, undefined),
    },
    requests: {
      list: (query = {}) => send("listRequests", at, undefined, query),
      archive: (query = {}) => send("archiveRequests", at, undefined, query),
    },
    coverage: (min) => send("readCoverage", at, undefined, min === undefined ? {} : { min: `${min}` }),
    checkpoints: {
      list: () => send("listCheckpoints", at, undefined),
      save: () => send("saveCheckpoint", at, {}),
      restore: (checkpoint) => send("restoreCheckpoint", { ...at, checkpoint }, {}),
      fork: (checkpoint, to) => send("forkCheckpoint", { ...at, checkpoint }, to),
      remove: (checkpoint) => send("removeCheckpoint", { ...at, checkpoint }, undefined),
    },
    situation: {
      save: () => send("exportSituation", at, undefined),
      open: (situation) => send("importSituation", at, situation),
    },
    instances: () => send("listInstances", at, undefined),
    instance: (instance) => {
      const place = { ...at, instance };
      return {
        explain: (query = {}) => send("explainInstance", place, undefined, query),
        advance: (by) => send("advanceInstance", place, by),
        resolve: (module, resolution) => send("resolveModule", { ...place, module }, resolution),
        review: (review) => send("reviewInstance", place, review),
        completePages: (completion = {}) => send("completePages", place, completion),
        pause: () => send("pauseInstance", place, {}),
        resume: () => send("resumeInstance", place, {}),
        fail: () => send("failInstance", place, {}),
      };
    },
    summary: () => send("readWorld", at, undefined),
    reset: () => send("resetWorld", at, undefined),
  };
}
