import type { Subject } from "@journey-kit/schemas";
import type { Mutation } from "./mutation.ts";

/** The part of a subject that holds the data of one element. Spec 2.6. */
const parts: Readonly<Record<string, (subject: Subject) => Subject>> = {
  FullName: ({ identity: { firstName, middleNames, lastNames } = {} }) => ({
    identity: { firstName, middleNames, lastNames },
  }),
  DateOfBirth: ({ identity }) => ({ identity: { dateOfBirth: identity?.dateOfBirth } }),
  CurrentAddress: ({ identity }) => ({ identity: { currentAddress: identity?.currentAddress } }),
  SSN: ({ identity }) => ({ identity: { idNumbers: identity?.idNumbers?.filter(({ type }) => type === "ssn") } }),
  PrimaryDocument: ({ documents }) => ({ documents }),
  Selfie: ({ biometrics }) => ({ biometrics }),
};

/** Whether a person has data for an element. */
function has(person: Subject, name: string): boolean {
  const { identity = {}, ...rest } = parts[name]?.(person) ?? {};
  return [...Object.values(identity), ...Object.values(rest)].some((member) => member !== undefined);
}

/** The body of a submit with the given elements. Spec 2.9. */
export function toSubmit(
  instanceId: string,
  interactionId: string,
  outstanding: readonly string[],
  person: Subject,
  mutation: Mutation,
): object {
  const isListed = (name: string) =>
    mutation === "lists optional elements for which it has no data" || has(person, name);
  const known = outstanding.filter(isListed);
  const named = mutation === "lists too few participants" ? known.slice(0, 1) : known;
  const sent = mutation === "lists elements that it does not send" ? known.slice(0, 1) : known;
  const subject: Subject = {};
  for (const name of sent) {
    const { identity, ...rest } = parts[name]?.(person) ?? {};
    Object.assign(subject, rest, identity && { identity: { ...subject.identity, ...identity } });
  }
  if (mutation === "joins the last names into one text" && subject.identity?.lastNames)
    subject.identity.lastNames = [subject.identity.lastNames.join(" ")];
  if (mutation === "leaves out the back of a document")
    subject.documents = subject.documents?.map(({ side2Image, ...front }) => front);
  if (mutation === "leaves out the town of an address" && subject.identity?.currentAddress)
    subject.identity.currentAddress = { ...subject.identity.currentAddress, locality: undefined };
  const { documents, biometrics, ...others } = subject;
  const participants = named.map((domainElementId) => ({ domainElementId }));
  const body = { instanceId, interactionId, participants };
  if (mutation === "sends documents outside the context" && documents)
    return { ...body, documents, context: { subject: others } };
  if (mutation === "sends biometrics directly in the context" && biometrics)
    return { ...body, context: { subject: others, biometrics } };
  return { ...body, context: { subject } };
}
