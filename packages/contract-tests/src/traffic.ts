// Learn from the traffic between a client and the service.

export {
  type ChangedGap,
  compareProfile,
  type EarlierProfile,
  knownReadings,
  type OldGap,
  type ProfileComparison,
  updateProfile,
} from "./traffic/changes.ts";
export { type Diagnosis, diagnose, type Hint } from "./traffic/doctor.ts";
export type { DiagnoseOptions } from "./traffic/doctor-evidence.ts";
export type { Expectation, Expectations } from "./traffic/doctor-expectations.ts";
export { diagnoseJournal, type JournalDiagnosis } from "./traffic/doctor-journal.ts";
export { HarError, type HarExchanges, readHar } from "./traffic/har.ts";
export type { Divergence, DivergenceKind, Learned, LearnedGap, Unjudged } from "./traffic/learned.ts";
export { createLearner, type Learner, type LearnerOptions } from "./traffic/learner.ts";
export { renderLearnedPage } from "./traffic/page.ts";
export { createRecording, type Recording, renderRecording } from "./traffic/recording.ts";
export {
  nameHint,
  renderCounts,
  renderLearned,
  renderLearnedJunit,
  renderLearnedSummary,
  type TrafficReport,
} from "./traffic/report.ts";
export { createSanitiser } from "./traffic/sanitise.ts";
export { endsInstance } from "./traffic/script.ts";
export { createSeenScenario } from "./traffic/seen-scenario.ts";
export { findTarget, type TrafficExchange, type TrafficTarget } from "./traffic/traffic.ts";
