export {
  type Example,
  type InteractionOptions,
  isPactMissing,
  type JourneyPact,
  type JourneyPactOptions,
  journeyPact,
  type MockService,
} from "./pact/consumer.ts";
export {
  equal,
  type Matcher,
  type MatcherOptions,
  oneOf,
  type SingleMatcher,
  toMatcher,
} from "./pact/matcher.ts";
export { PactMissingError } from "./pact/missing.ts";
export { type ProviderState, type StateContext, type StateHandler, type StateValues, states } from "./pact/states.ts";
export {
  PactFileError,
  type Verification,
  type VerificationFailure,
  type VerifiedInteraction,
  type VerifyOptions,
  verifyPacts,
} from "./pact/verify.ts";
