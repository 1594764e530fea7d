import { Subject } from "@journey-kit/schemas";
import fc from "fast-check";
import { day, type ImageSize, image, personName, postalAddress } from "./person.ts";
import { valuesOf } from "./schema.ts";

/** Options for generated subjects. */
export interface SubjectOptions {
  /** The size of each image; default 8 to 64 bytes. */
  readonly images?: ImageSize;
}

const three = fc.constantFrom("123", "078", "900");
const ssn = fc
  .tuple(three, fc.constantFrom("45", "05"), fc.constantFrom("6789", "1120"))
  .map((parts) => parts.join("-"));

/** Members of an identity that belong to one of the six elements. */
const elementMembers = ["firstName", "middleNames", "lastNames", "dateOfBirth", "currentAddress", "idNumbers"];

/** Members of a subject outside the six elements. */
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
 * Generates realistic subjects that are valid under every reading, with data for all six domain elements: a name in one
 * of many scripts, a birth date, an address, a document, a selfie and an SSN. Some also have other members of the
 * schema. Shrinks to minimal data for Ada Lovelace. Spec 2.6, 2.8.
 */
export const subject = ({ images }: SubjectOptions = {}): fc.Arbitrary<Subject> =>
  fc
    .record({
      name: personName,
      dateOfBirth: day(),
      currentAddress: postalAddress,
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

/**
 * Generates any valid subject, complete or incomplete. Every member of the schema can occur. Shrinks to an empty
 * subject. Spec 2.8.
 */
export const anySubject = (): fc.Arbitrary<Subject> => valuesOf("Subject").map((value) => Subject.parse(value));
