export { type Hostile, hostileValue, type Planted, planted } from "./arbitraries/hostile.ts";
export { type ImageSize, image, imageOf } from "./arbitraries/image.ts";
export { personName } from "./arbitraries/name.ts";
export { type Breach, type SubjectNearMiss, subjectNearMiss } from "./arbitraries/near-miss.ts";
export { type RequestNearMiss, requestNearMiss } from "./arbitraries/request-near-miss.ts";
export { anySubject, type SubjectOptions, subject } from "./arbitraries/subject.ts";
export { type Calibration, calibrate } from "./calibrate/calibrate.ts";
export { toCalibrationText } from "./calibrate/calibration-text.ts";
export type { GapFinding } from "./calibrate/finding.ts";
export type { Calibrated } from "./calibrate/lab.ts";
export type { CalibrateOptions, Journeys, People } from "./calibrate/options.ts";
export { type ProfileFile, toProfileFile } from "./calibrate/profile-file.ts";
export { type Case, idOf } from "./cases/case.ts";
export { toCasePage } from "./cases/case-page.ts";
export { toCasesJunit, toCasesText } from "./cases/case-text.ts";
export { cases } from "./cases/cases.ts";
export { caseJourneys } from "./cases/journey.ts";
export type { CaseOptions, Credentials } from "./cases/options.ts";
export { type CaseResult, runCases } from "./cases/run-cases.ts";
export { mergeCoverage } from "./coverage.ts";
export type { ConnectedClient, Driver, Errand, Report, Service, Verdict } from "./driver/driver.ts";
export { type OpenWorld, openWorld, type SimulatorAddress, type WorldOptions } from "./driver/world.ts";
export { checkHostile, type HostileOptions } from "./hostile-check.ts";
export { checkModel, type ModelOptions, type Tally } from "./model/check-model.ts";
export { type Journey, type ModelModule, type Segment, toJourney, type Work } from "./model/journey.ts";
export { checkObligations, type ObligationOptions } from "./obligation/check-obligations.ts";
export type { Ending, Evidence, Judgement } from "./obligation/evidence.ts";
export type { Obligation } from "./obligation/obligation.ts";
export type { Finding, ObligationReport, ObligationResult } from "./obligation/obligation-report.ts";
export { toObligationJunit, toObligationText } from "./obligation/obligation-text.ts";
export { type ObligationId, obligations } from "./obligation/obligations.ts";
export type { Probe } from "./obligation/probe.ts";
export { type ProbeId, probes } from "./obligation/probes.ts";
export { type CoverOptions, toCover } from "./reading/cover.ts";
export { shippedErrands } from "./reading/errand.ts";
export { toReadingsJunit, toReadingsText } from "./reading/readings-text.ts";
export type { Strength } from "./reading/tuple.ts";
export {
  type Culprit,
  type Failure,
  type ReadingsOptions,
  type ReadingsReport,
  runUnderReadings,
} from "./reading/under.ts";
export { type JunitCase, toJunit } from "./report/junit.ts";
export { checkStrangers } from "./stranger.ts";
export { type ClientSuiteOptions, describeClient, type SuiteRunner } from "./suite/client-suite.ts";
export { worldMatchers } from "./suite/matcher.ts";
export { type Answer, type Caller, createCaller, type Target, TargetError } from "./target.ts";
