/** What is sent about a person, as `context.subject`. Spec 2.8. */
export type Subject = Readonly<Record<string, unknown>>;

/** A few bytes in base64. */
export const image = "aW1hZ2U=";

const birth = { dateOfBirth: "1990-12-10" };
const address = { currentAddress: { postalCode: "SW1Y 4JH", country: "GBR" } };
const ssn = { idNumbers: [{ type: "ssn", idNumber: "123-45-6789" }] };
const name = (lastName: string) => ({ firstName: "Ada", lastNames: [lastName] });

/** Some facts about a person, in one subject. */
export const facts = {
  name: { identity: name("Lovelace") },
  birth: { identity: birth },
  address: { identity: address },
  nameAndBirth: { identity: { ...name("Lovelace"), ...birth } },
  badBirth: { identity: { ...name("Lovelace"), dateOfBirth: "yesterday" } },
  badNumber: { identity: { idNumbers: [{ type: "ssn", idNumber: 7 }] } },
  smallCountry: { identity: { currentAddress: { postalCode: "SW1Y 4JH", country: "gb" } } },
} as const satisfies Readonly<Record<string, Subject>>;

/** All that the identity journey requires, but not its optional SSN. */
export const covered: Subject = { identity: { ...name("Lovelace"), ...birth, ...address } };

/** All that any of the journeys collects, about a person of a last name. */
export const whole = (lastName = "Lovelace"): Subject => ({
  identity: { ...name(lastName), ...birth, ...address, ...ssn },
  documents: [{ type: "Primary", side1Image: image }],
  biometrics: [{ selfieImage: image }],
});

/** A name and a date of birth, of a person of a last name. */
export const begun = (lastName: string): Subject => ({ identity: { ...name(lastName), ...birth } });
