// Test a client: its adapter, its settings, its conclusion, and the suite.

export { type ClientReport, checkClient, type RequirementResult } from "./client/check.ts";
export { usualRun } from "./client/conditions.ts";
export type { ExhaustiveResult } from "./client/exhaustive.ts";
export type { FailedRun, Failure } from "./client/explain.ts";
export { worldMatchers } from "./client/matchers.ts";
export type { CheckOptions, Progress } from "./client/options.ts";
export { pairwiseProfiles } from "./client/pairwise.ts";
export type { ReadingsSummary } from "./client/readings.ts";
export { renderAnnotations, renderJunit, renderReport, renderSummary } from "./client/report.ts";
export { type RequirementId, requirementIds } from "./client/requirements.ts";
export { describeClient, type SuiteOptions, type TestRunner } from "./client/suite.ts";
export { renderTest, type TestOptions } from "./client/written-test.ts";
export type {
  ClientAdapter,
  Conclusion,
  ConnectedClient,
  JourneyRun,
  Report,
  ServiceSettings,
} from "./service/client-adapter.ts";
export type { Condition, ConditionRun } from "./service/condition.ts";
export type { ApiVersion } from "./service/journey.ts";
export { type OpenWorld, openWorld, type SimulatorAddress, type WorldOptions } from "./service/world.ts";

// Test a server.

export type { Case, CaseOptions, CaseResult, Credentials } from "./server/cases/case.ts";
export { renderCases, renderCasesJunit } from "./server/cases/case-text.ts";
export { cases, journeysIn } from "./server/cases/cases.ts";
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
  type ObservedGap,
  type ProfileFile,
  renderCalibration,
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
export { anySubject, type SubjectOptions, subject } from "./arbitraries/subject.ts";
