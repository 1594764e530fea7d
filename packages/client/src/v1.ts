export { runV1Journey, type V1JourneyOptions } from "./run/v1.ts";
