// A program for `journey client`: runs one journey and prints the outcome.
import type { ElementAnswers } from "@journey-kit/client";
import { onboard } from "./onboarding.ts";

const {
  JOURNEY_BASE_URL = "",
  JOURNEY_AUTH_URL = "",
  JOURNEY_CLIENT_ID = "",
  JOURNEY_CLIENT_SECRET = "",
} = process.env;
const { JOURNEY_RESOURCE_ID = "", JOURNEY_SUBJECT = "{}", JOURNEY_POLL_SECONDS = "10" } = process.env;
const { identity = {}, documents = [], biometrics = [] } = JSON.parse(JOURNEY_SUBJECT);
const known: ElementAnswers = {
  FullName: { firstName: identity.firstName, lastNames: identity.lastNames },
  DateOfBirth: identity.dateOfBirth,
  PrimaryDocument: documents[0],
  Selfie: biometrics[0],
};
const service = {
  baseUrl: JOURNEY_BASE_URL,
  authUrl: JOURNEY_AUTH_URL,
  clientId: JOURNEY_CLIENT_ID,
  clientSecret: JOURNEY_CLIENT_SECRET,
  pollIntervalMs: Number(JOURNEY_POLL_SECONDS) * 1_000,
};
console.log(await onboard(service, JOURNEY_RESOURCE_ID, (element) => known[element]));
