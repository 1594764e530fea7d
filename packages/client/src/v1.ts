export { type JourneyOptions, runJourney } from "./run/v1.ts";
export { waitForCompletion } from "./wait/v1.ts";
