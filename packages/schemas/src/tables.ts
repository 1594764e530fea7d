// The tables of the specification, as plain data that loads no Zod.
export { cardOf, cards } from "./tables/cards.ts";
export {
  type ErrorKind,
  type ErrorName,
  type ExtendedLocation,
  errorKindOf,
  errorKinds,
  errorNames,
  wireErrorOf,
} from "./tables/errors.ts";
export {
  describeFault,
  type FaultActionKind,
  type FaultActionType,
  faultActionOf,
  faultActions,
  faultActionTypes,
  isTokenFault,
} from "./tables/fault-actions.ts";
export { type FileSchemaName, fileSchemaNames, toSchemaPath } from "./tables/file-schemas.ts";
export { type Gap, type GapId, gapIds, gapOf, gaps, isSwitchable, type Reading } from "./tables/gaps/index.ts";
export {
  describeLimit,
  formatLimit,
  type LimitName,
  type Limits,
  limitNames,
  limitOf,
  limits,
  parseLimit,
  type RefusingLimit,
  resolveLimits,
} from "./tables/limits.ts";
export {
  type Classification,
  type DeclaringJourney,
  defaultEvaluation,
  type Module,
  type ModuleName,
  type ModuleOutcome,
  moduleNames,
  moduleNamesOf,
  moduleOf,
  modules,
} from "./tables/modules.ts";
export {
  type PresetName,
  type Profile,
  ProfileError,
  type ProfileInput,
  presetNames,
  presets,
  type Readings,
  resolveProfile,
} from "./tables/profile.ts";
export { type Environment, environments, type Region, regions } from "./tables/regions.ts";
export { type Rule, type RuleId, ruleIds, ruleOf, rules } from "./tables/rules/index.ts";
