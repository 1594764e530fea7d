/** A body as plain data. */
export type Body = Readonly<Record<string, unknown>>;

/** The operations of a run, the same for each generated client. They reject on an error response. */
export interface JourneyApi {
  readonly startV2: (body: StartV2) => Promise<Body>;
  readonly fetchStateV2: (body: { instanceId: string }) => Promise<Body>;
  readonly fetchInteraction: (body: { instanceId: string }) => Promise<Body>;
  readonly submit: (body: Submit) => Promise<Body>;
  readonly startV1: (body: StartV1) => Promise<Body>;
  readonly fetchStateV1: (body: { instanceId: string; filterKeys: string[] }) => Promise<Body>;
  readonly listTaskSchemas: (body: { instanceId: string }) => Promise<Body>;
  readonly updateTask: (body: Update) => Promise<Body>;
}

interface Subject {
  identity?: {
    firstName?: string;
    lastNames?: string[];
    dateOfBirth?: string;
    currentAddress?: { premise?: string; postalCode?: string; country?: string };
    idNumbers?: { type: string; idNumber: string; country?: string }[];
  };
  documents?: { type?: string; side1Image?: string; side2Image?: string }[];
  biometrics?: { selfieImage?: string }[];
}

interface StartV2 {
  resourceId: string;
  context: { config: { delivery: "api" }; subject: Subject };
}

interface StartV1 {
  resourceId: string;
  context: { config: { async: boolean }; subject: Subject };
}

interface Submit {
  instanceId: string;
  interactionId: string;
  participants: { domainElementId: string }[];
  context: { subject: Subject };
}

interface Update {
  intent: "Complete";
  instanceId: string;
  taskId: string;
  context: { subject: Subject };
}

export type { Subject };
