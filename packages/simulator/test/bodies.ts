import { Address, Document, PreviousAddress, Subject } from "@journey-kit/schemas";
import { type EndpointName, endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import { sampleOf } from "./sample-of.ts";
import { image, join } from "./samples.ts";
import type { Service } from "./service.ts";

/** Text that a response must not quote. */
export const secret = "zq7Secret7qz";

/** A subject with valid elements. All free text is {@link secret}. */
const subject = {
  uid: secret,
  identity: {
    firstName: secret,
    middleNames: [secret],
    lastNames: [secret],
    dateOfBirth: "1990-12-10",
    currentAddress: { lines: [secret], postalCode: secret, location: { latitude: secret } },
    idNumbers: [{ type: "ssn", idNumber: secret, country: "USA" }],
  },
  documents: [{ type: "Primary", side1Image: image, side2Image: "", documentNumber: secret }],
  biometrics: [{ id: secret, type: secret, selfieImage: image }],
};

const sample = Object.entries(Subject.shape).map(([name, member]) => [name, sampleOf(member, secret)] as const);

/** The subject above with all remaining members of the schema. */
const fullSubject = join(Object.fromEntries(sample.filter(([name]) => !Object.hasOwn(subject, name))), subject, {
  identity: { placeOfBirth: sampleOf(Address, secret), previousAddresses: [sampleOf(PreviousAddress, secret)] },
  documents: [sampleOf(Document, secret)],
});

/** The ids that request bodies refer to. */
export interface Targets {
  readonly v2: string;
  readonly interactionId: string;
  readonly v1: string;
  readonly taskId: string;
  readonly connectToken: string;
}

/** Starts a v1 and a v2 instance. Both wait for a name and a date of birth. */
export async function openTargets({ post, start, v1 }: Service, profile: Profile): Promise<Targets> {
  const v2 = await start("full-kyc@latest");
  const context = { config: { async: true }, subject: { documents: [], biometrics: [] } };
  const older = (await v1("journey/start", { resourceId: "full-kyc-v1@latest", context })).text("instanceId");
  const path = resolveReading<string>(profile, endpointOf("v2.startDevice").path);
  const connectToken = path && (await post(path, { instanceId: v2 })).text("connectToken");
  return {
    v2,
    interactionId: "full-kyc:interaction:person@latest",
    v1: older,
    taskId: `${older}.1`,
    connectToken: connectToken ?? secret,
  };
}

const config = {
  branding: { colour: secret },
  assisted: false,
  linkConfig: { ttlMinutes: 5, resumeExpiryMinutes: 5 },
};

/** Creates a valid body with every member for each endpoint. The body of the token endpoint contains form fields. */
export const bodiesFor = ({ v2, interactionId, v1, taskId, connectToken }: Targets) =>
  ({
    "token.requestToken": {
      grant_type: "password",
      client_id: "tester",
      client_secret: secret,
      username: secret,
      password: secret,
      scope: secret,
    },
    "v2.startJourney": {
      resourceId: "full-kyc@latest",
      context: { config: { delivery: "page", ...config }, subject: fullSubject },
    },
    "v2.fetchState": { instanceId: v2 },
    "v2.fetchInteraction": { instanceId: v2 },
    "v2.submitInteraction": {
      instanceId: v2,
      interactionId,
      participants: [{ domainElementId: "FullName", instructions: [secret] }, { domainElementId: "DateOfBirth" }],
      context: { subject },
    },
    "v2.listTaskSchemas": { instanceId: v2 },
    "v2.startDevice": { instanceId: v2, scope: [secret] },
    "v2.connectDevice": { connectToken },
    "v1.startJourney": {
      resourceId: "full-kyc-v1@latest",
      context: { config: { delivery: "page", async: true, ...config }, subject },
    },
    "v1.fetchState": { instanceId: v1, filterKeys: [secret] },
    "v1.listTasks": { instanceId: v1 },
    "v1.fetchTaskSchema": { taskId },
    "v1.listTaskSchemas": { instanceId: v1 },
    "v1.updateTask": { intent: "Complete", instanceId: v1, taskId, context: { subject } },
    "hosted.showPage": {},
    "v2.checkHealth": {},
    "v2.deleteInstance": { instanceId: v2 },
    "v2.terminateInstance": { instanceId: v2, reason: secret },
    "v2.listTasks": { instanceId: v2 },
    "v2.fetchTaskSchema": { taskId: v2 },
    "v2.updateTask": { intent: "Complete", instanceId: v2, taskId: v2, context: { subject } },
    "hosted.submitPage": { page: "person.0", "FullName.firstName": secret, "FullName.lastNames": secret },
  }) as const satisfies Record<EndpointName, unknown>;
