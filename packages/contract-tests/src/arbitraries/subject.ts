import { Subject } from "@journey-kit/schemas";
import fc from "fast-check";
import { address } from "./address.ts";
import { type ImageSize, image } from "./image.ts";
import { day } from "./leaf.ts";
import { personName } from "./name.ts";
import { valuesOf } from "./schema.ts";

/** What generated subjects hold. */
export interface SubjectOptions {
  /** How large each image is; a few bytes where left out. */
  readonly images?: ImageSize;
}

const three = fc.constantFrom("123", "078", "900");
const ssn = fc
  .tuple(three, fc.constantFrom("45", "05"), fc.constantFrom("6789", "1120"))
  .map((parts) => parts.join("-"));

/** Members of an identity that hold an element of the six. */
const elementMembers = ["firstName", "middleNames", "lastNames", "dateOfBirth", "currentAddress", "idNumbers"];

/** Members of a subject beside those that hold the six elements. */
const moreSubject = () =>
  fc.record(
    {
      uid: fc.constantFrom("customer-1", "7f3c"),
      entities: fc.tuple(valuesOf("Entity")),
      sessions: fc.tuple(valuesOf("Session")),
      consent: fc.tuple(valuesOf("Consent")),
      accounts: fc.tuple(valuesOf("Account")),
    },
    { requiredKeys: [], noNullPrototype: true },
  );

const rarely = (more: fc.Arbitrary<unknown>) => fc.option(more, { freq: 2, nil: {} });

/**
 * Subjects that look real and hold good data for all six domain elements: names of many scripts, addresses whose parts
 * belong together, a document, a selfie, an SSN; now and then any other member of the schema. They are good under every
 * reading of the specification. Shrink to Ada Lovelace of 1 High Street and nothing more. Spec 2.6, 2.8.
 */
export const subject = ({ images }: SubjectOptions = {}): fc.Arbitrary<Subject> =>
  fc
    .record({
      name: personName,
      dateOfBirth: day(),
      currentAddress: address,
      idNumber: ssn,
      side1Image: image(images),
      side2Image: fc.option(image(images), { nil: undefined }),
      selfieImage: image(images),
      moreIdentity: rarely(valuesOf("Identity", elementMembers)),
      moreDocument: rarely(valuesOf("Document", ["type", "side1Image", "side2Image"])),
      moreSubject: rarely(moreSubject()),
    })
    .map((one) =>
      Subject.parse({
        ...Object(one.moreSubject),
        identity: {
          ...Object(one.moreIdentity),
          ...one.name,
          dateOfBirth: one.dateOfBirth,
          currentAddress: one.currentAddress,
          idNumbers: [{ type: "ssn", idNumber: one.idNumber }],
        },
        documents: [
          {
            ...Object(one.moreDocument),
            type: "Primary",
            side1Image: one.side1Image,
            ...(one.side2Image !== undefined && { side2Image: one.side2Image }),
          },
        ],
        biometrics: [{ selfieImage: one.selfieImage }],
      }),
    );

/** Any valid subject, whole or not: every member that the schema knows comes up. Shrinks to the empty one. Spec 2.8. */
export const anySubject = (): fc.Arbitrary<Subject> => valuesOf("Subject").map((value) => Subject.parse(value));
