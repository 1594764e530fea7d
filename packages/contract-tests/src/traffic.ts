// Learn from the traffic between a client and the service.

export { type Diagnosis, diagnose, type Hint } from "./traffic/doctor.ts";
export type { DiagnoseOptions } from "./traffic/doctor-evidence.ts";
export type { Expectation, Expectations } from "./traffic/doctor-expectations.ts";
export { diagnoseJournal, type JournalDiagnosis } from "./traffic/doctor-journal.ts";
export type { Divergence, DivergenceKind, Learned, LearnedGap, Unjudged } from "./traffic/learned.ts";
export { createLearner, type Learner, type LearnerOptions } from "./traffic/learner.ts";
export { findTarget, type TrafficExchange, type TrafficTarget } from "./traffic/traffic.ts";
