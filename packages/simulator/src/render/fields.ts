import type { ElementName } from "@journey-kit/schemas/calls";
import { isRecord, parsePath } from "@journey-kit/schemas/calls";
import type { Card } from "../engine/pages.ts";
import { type ElementTerms, elementOf } from "../engine/subject.ts";

/** A control of a hosted page: one value of a domain element. */
export interface Field {
  /** A name that is unique on the page, such as `FullName.firstName`. */
  readonly name: string;
  readonly label: string;
  /** A `photo` is an image that a camera can take of the person. */
  readonly kind: "text" | "date" | "image" | "photo" | "checkbox";
  /** Whether the element is incomplete without this field. */
  readonly isRequired: boolean;
  /** Value of the HTML attribute `autocomplete`. */
  readonly autocomplete: string;
  readonly hint?: string;
  /** The text that the sample person enters. Images are base64. */
  readonly sample?: string;
}

/** What a person entered, by the name of the field. An image is the text that the subject stores. */
export type Entries = ReadonlyMap<string, string | { readonly image: string }>;

/** A problem with one field, in words for the person. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** A row of the table: the member of the value that a field fills. */
interface Row {
  readonly id: string;
  /** By default, the id. */
  readonly member?: string;
  /** Set if the field is the whole value of the element. */
  readonly isWhole?: true;
  /** By default, the label of the element. */
  readonly label?: string;
  readonly kind?: Field["kind"];
  readonly isOptional?: true;
  /** How the text is added to a list. By default, the member is not a list. */
  readonly list?: "one" | "words";
  readonly autocomplete?: string;
  readonly hint?: string;
  readonly sample?: string;
}

const sampleImage = "aW1hZ2U=";

const addressRows: readonly Row[] = [
  {
    id: "line1",
    member: "lines",
    list: "one",
    label: "Address line 1",
    autocomplete: "address-line1",
    sample: "1 High Street",
  },
  {
    id: "line2",
    member: "lines",
    list: "one",
    label: "Address line 2",
    isOptional: true,
    autocomplete: "address-line2",
  },
  { id: "locality", label: "Town or city", isOptional: true, autocomplete: "address-level2", sample: "London" },
  { id: "administrativeArea", label: "State or county", isOptional: true, autocomplete: "address-level1" },
  { id: "postalCode", label: "Postal code", isOptional: true, autocomplete: "postal-code", sample: "SW1Y 4JH" },
  {
    id: "country",
    label: "Country code",
    isOptional: true,
    autocomplete: "country",
    hint: "Two or three capital letters, for example GB or GBR.",
    sample: "GBR",
  },
];

/** The fields of an element, by the member of the subject at the end of its path. Spec 2.8. */
const rowsByMember: Readonly<Record<string, readonly Row[]>> = {
  identity: [
    { id: "firstName", label: "First name", autocomplete: "given-name", sample: "Ada" },
    { id: "middleNames", list: "words", label: "Middle names", isOptional: true, autocomplete: "additional-name" },
    { id: "lastNames", list: "one", label: "Last name", autocomplete: "family-name", sample: "Lovelace" },
  ],
  dateOfBirth: [{ id: "date", kind: "date", isWhole: true, autocomplete: "bday", sample: "1990-12-10" }],
  currentAddress: addressRows,
  placeOfBirth: addressRows.map((row) => ({ ...row, autocomplete: "off" })),
  previousAddresses: addressRows.map((row) => ({ ...row, autocomplete: "off" })),
  documents: [
    { id: "side1Image", kind: "image", label: "Front of the document", sample: sampleImage },
    {
      id: "side2Image",
      kind: "image",
      label: "Back of the document",
      isOptional: true,
      hint: "Leave it out if the back is empty.",
    },
  ],
  biometrics: [{ id: "selfieImage", kind: "photo", sample: sampleImage }],
  idNumbers: [{ id: "idNumber", sample: "123-45-6789" }],
  phones: [{ id: "number", autocomplete: "tel", sample: "+447700900123" }],
  emails: [{ id: "email", autocomplete: "email", sample: "ada@example.com" }],
  gender: [{ id: "value", isWhole: true, autocomplete: "sex", sample: "female" }],
  consent: [
    {
      id: "purpose",
      kind: "checkbox",
      label: "I agree to the verification of my identity.",
      sample: "Identity verification",
    },
  ],
};

const anyRows: readonly Row[] = [{ id: "value", isWhole: true, sample: "Sample" }];

/** Members of the subject where one domain element covers the whole list. A page asks for one entry. */
const wholeLists: readonly string[] = ["previousAddresses", "consent"];

const labels: Readonly<Record<ElementName, string>> = {
  FullName: "Name",
  DateOfBirth: "Date of birth",
  CurrentAddress: "Address",
  PrimaryDocument: "Identity document",
  Selfie: "Selfie",
  SSN: "Social security number",
  PreviousAddresses: "Previous address",
  MobilePhone: "Mobile phone",
  LandlinePhone: "Landline phone",
  PersonalEmail: "Personal email",
  WorkEmail: "Work email",
  OtherEmails: "Other email",
  NationalInsuranceNumber: "National insurance number",
  MothersMaidenName: "Mother's maiden name",
  Gender: "Gender",
  Consent: "Consent",
  SecondaryDocument: "Second identity document",
};

/** The label of an element. For an element that a journey declares, the label consists of the words in its name. */
export const labelOf = (element: string): string =>
  Object.hasOwn(labels, element)
    ? labels[element as ElementName] // checked by `hasOwn`
    : element.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ");

/** Where an element is in the subject: the member at the end of its path, and the `type` that its path selects. */
function placeOf(terms: ElementTerms, element: string): { readonly member: string; readonly type?: string } {
  const steps = parsePath(elementOf(terms, element)?.path ?? "") ?? [];
  const member = steps.findLast((step) => typeof step === "string") ?? "";
  const last = steps.at(-1);
  return typeof last === "object" ? { member, ...last } : { member };
}

const rowsOf = (member: string): readonly Row[] =>
  (Object.hasOwn(rowsByMember, member) ? rowsByMember[member] : undefined) ?? anyRows;

const fieldNameOf = (element: string, { id }: Row): string => `${element}.${id}`;

/** The fields of an element, in display order. */
export const fieldsOf = (terms: ElementTerms, element: string): readonly Field[] =>
  rowsOf(placeOf(terms, element).member).map((row) => ({
    name: fieldNameOf(element, row),
    label: row.label ?? labelOf(element),
    kind: row.kind ?? "text",
    isRequired: row.isOptional !== true,
    autocomplete: row.autocomplete ?? "off",
    ...(row.hint !== undefined && { hint: row.hint }),
    ...(row.sample !== undefined && { sample: row.sample }),
  }));

export interface CardEntry {
  /** The value of the element; undefined if the person entered nothing. */
  readonly value: unknown;
  /** Required fields that are empty. */
  readonly problems: readonly FieldProblem[];
}

/** Reads the value of a card. An optional card may stay empty. */
export function readCard(terms: ElementTerms, { element, isRequired }: Card, entries: Entries): CardEntry {
  const { member, type } = placeOf(terms, element);
  const filled = rowsOf(member).flatMap((row) => {
    const text = readField(row, entries.get(fieldNameOf(element, row)));
    return text === "" ? [] : [{ row, text }];
  });
  const isEmpty = filled.length === 0;
  const missing = fieldsOf(terms, element).filter(
    (field) => field.isRequired && !filled.some(({ row }) => fieldNameOf(element, row) === field.name),
  );
  const problems = isEmpty && !isRequired ? [] : missing.map(describeEmpty);
  if (isEmpty) return { value: undefined, problems };
  const value = filled.reduce<unknown>(fill, type === undefined ? {} : { type });
  return { value: wholeLists.includes(member) ? [value] : value, problems };
}

const isImageField = ({ kind }: Pick<Row, "kind">): boolean => kind === "image" || kind === "photo";

/** Ignores a file in a text field, and text in a file field. */
function readField(row: Row, entry: string | { readonly image: string } | undefined): string {
  if (typeof entry === "object") return isImageField(row) ? entry.image : "";
  return isImageField(row) ? "" : (entry ?? "").trim();
}

function fill(value: unknown, { row, text }: { readonly row: Row; readonly text: string }): unknown {
  if (row.isWhole) return text;
  const { id, member = id, list } = row;
  const owner = isRecord(value) ? value : {};
  if (list === undefined) return { ...owner, [member]: text };
  const added = list === "words" ? text.split(/\s+/) : [text];
  return { ...owner, [member]: [...(Array.isArray(owner[member]) ? owner[member] : []), ...added] };
}

const describeEmpty = ({ name, label, kind }: Field): FieldProblem => ({
  field: name,
  message: kind === "checkbox" ? "Tick the box to continue." : `${label} is required.`,
});

/**
 * Describes the problem of the field for a malformed member.
 *
 * @param where Path of the member in the request; empty if it is missing.
 */
export function describeInvalid(terms: ElementTerms, element: string, where: string): FieldProblem {
  const { member } = placeOf(terms, element);
  const names = where.split(/[.[\]]+/);
  const rows = rowsOf(member);
  const row = rows.find(({ id, member: filled = id }) => names.includes(filled)) ?? rows[0];
  if (row === undefined) return { field: element, message: `${labelOf(element)} is not valid.` };
  return { field: fieldNameOf(element, row), message: `${row.label ?? labelOf(element)} is not valid.` };
}

/**
 * The data that the sample person enters for some elements. Every module accepts this person, unless the last name is
 * that of a test person.
 *
 * @param lastName Replaces the last name, for example with that of a test person.
 * @param toImage Converts a base64 image to the text that represents it in the subject.
 */
export function sampleEntries(
  terms: ElementTerms,
  elements: readonly string[],
  lastName: string | undefined,
  toImage: (base64: string) => string,
): Entries {
  const entries = new Map<string, string | { readonly image: string }>();
  for (const { name, kind, sample } of elements.flatMap((element) => fieldsOf(terms, element))) {
    if (sample === undefined) continue;
    const isLastName = name === "FullName.lastNames" && lastName !== undefined;
    entries.set(name, isImageField({ kind }) ? { image: toImage(sample) } : isLastName ? lastName : sample);
  }
  return entries;
}
