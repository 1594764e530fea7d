// Test a client: its adapter, its settings, its conclusion, and the suite.

export {
  type CheckClientOptions,
  type ClientCheck,
  type ClientFailure,
  checkClient,
  toClientCheckText,
} from "./client/check-client.ts";
export {
  checkRequirements,
  type RequirementOptions,
  type RequirementReport,
  toRequirementJunit,
  toRequirementText,
} from "./client/check-requirements.ts";
export type { CheckId, Violation } from "./client/generated-checks.ts";
export { worldMatchers } from "./client/matchers.ts";
export { type ClientSuiteOptions, describeClient, type SuiteRunner } from "./client/suite.ts";
export { pairwiseProfiles } from "./profiles/pairwise.ts";
export { toReadingsJunit, toReadingsText } from "./profiles/profiles-text.ts";
export { type ReadingsOptions, type ReadingsReport, runUnderReadings } from "./profiles/run-profiles.ts";
export { shippedRuns, shippedRunsOf } from "./profiles/shipped-runs.ts";
export type {
  ClientAdapter,
  Conclusion,
  ConnectedClient,
  JourneyRun,
  Report,
  ServiceSettings,
} from "./service/client-adapter.ts";
export { type OpenWorld, openWorld, type SimulatorAddress, type WorldOptions } from "./service/world.ts";

// Test a server.

export type { Case, CaseOptions, CaseResult, Credentials } from "./server/cases/case.ts";
export { toCasesJunit, toCasesText } from "./server/cases/case-text.ts";
export { cases } from "./server/cases/cases.ts";
export { caseJourneys } from "./server/cases/journey.ts";
export { runCases } from "./server/cases/run-cases.ts";
export { checkHostile, type HostileOptions } from "./server/model/check-hostile.ts";
export { checkModel, type ModelOptions, type Tally } from "./server/model/check-model.ts";
export { checkUnauthenticated } from "./server/model/check-unauthenticated.ts";
export type { JourneyOptions } from "./server/model/property.ts";
export { ReplayTokenError } from "./service/packed-token.ts";
export { type Target, TargetError } from "./service/target.ts";

// Find out the readings of a server.

export { calibrate } from "./server/calibrate/calibrate.ts";
export {
  type Calibration,
  type GapFinding,
  type ProfileFile,
  toCalibrationText,
  toProfileFile,
} from "./server/calibrate/finding.ts";
export type { Calibrated, CalibrateOptions, People } from "./server/calibrate/runner.ts";

// Generate data for property tests.

export { type Hostile, type HostileBody, hostileBody, hostileValue } from "./arbitraries/hostile.ts";
export {
  type BreakableRoute,
  type IncompleteSubject,
  type Invalid,
  type InvalidKind,
  type InvalidRequest,
  type InvalidSubject,
  incompleteSubject,
  invalidRequest,
  invalidSubject,
} from "./arbitraries/invalid.ts";
export { type ImageSize, image, imageOf, personName } from "./arbitraries/person.ts";
export type { GeneratedRun, GeneratedSituation, Generation } from "./arbitraries/situation.ts";
export { anySubject, type SubjectOptions, subject } from "./arbitraries/subject.ts";
