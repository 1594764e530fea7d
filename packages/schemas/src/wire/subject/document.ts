import * as z from "zod";
import { doc } from "../../meta.ts";
import { DocumentClassification, DocumentDevice, DocumentExtraction, DocumentValidation } from "./document-reading.ts";
import { Identity } from "./identity.ts";
import { country, date, flag, image, text } from "./leaf.ts";

/** An address as printed on a document. Spec 2.8. */
export const DocumentAddress = doc(
  z.looseObject({
    addressString: text,
    extractedAddressString: text,
    addressLine1: text,
    addressLine2: text,
    locality: text,
    administrativeArea: text,
    postalCode: text,
  }),
  {
    id: "DocumentAddress",
    spec: "2.8",
    description: "An address as printed on a document.",
    examples: [{ addressLine1: "12 St James's Square", locality: "London", postalCode: "SW1Y 4JH" }],
  },
);
export type DocumentAddress = z.infer<typeof DocumentAddress>;

/** Details of the holder and the issuer that are printed on a document. Spec 2.8. */
const printedMembers = {
  oneDBarcode: text,
  address: DocumentAddress.optional(),
  applicationDate: date,
  applicationNumber: text,
  dateOfBirth: date,
  placeOfBirth: text,
  placeOfBirthNative: text,
  bloodType: text,
  controlNumber: text,
  countryCode: country,
  countryName: text,
  documentClassCode: text,
  documentClassName: text,
  documentNumber: text,
  documentSignerCertificate: text,
  employer: text,
  employerAddress: text,
  entries: text,
  expirationDate: date,
  eyeColor: text,
  fathersName: text,
  fathersNameNative: text,
  fathersSurname: text,
  firstName: text,
  fullName: text,
  fullNameNative: text,
  givenName: text,
  givenNameNative: text,
  hairColor: text,
  height: text,
  issueDate: date,
  issuingAuthority: text,
  issuingAuthorityNative: text,
  issuingStateCode: text,
  issuingStateName: text,
  licenseClass: text,
  licenseEndorsements: text,
  licenseRestrictions: text,
  mrz: text,
  mrz1: text,
  mrz2: text,
  mrz3: text,
  middleName: text,
  mothersName: text,
  mothersNameNative: text,
  mothersSurname: text,
  nameSuffix: text,
  nationalityCode: text,
  nationalityName: text,
  nationalityNameNative: text,
  occupation: text,
  organDonor: flag,
  passportNumber: text,
  permitNumber: text,
  personalNumber: text,
  photo: text,
  photoCompressed: text,
  photoEncoding: text,
  sex: text,
  sexNative: text,
  signature: text,
  signatureCompressed: text,
  signatureEncoding: text,
  socialSecurityNumber: text,
  startDate: date,
  surname: text,
  surnameNative: text,
  visaClass: text,
  visaNumber: text,
  weight: text,
  cardNumber: text,
  issuerCountryCode: country,
};

/**
 * An identity document: its images, its printed details, and the data that modules read from it. Spec 2.8.
 *
 * `type` is `Primary` for the main document. Gap `document-type-case` decides whether case matters. `subtype` and
 * `subType` are separate members. Gap `empty-image` decides what an empty `side2Image` means.
 */
export const Document = doc(
  z.looseObject({
    type: text,
    ...printedMembers,
    id: text,
    category: text,
    subtype: text,
    subType: text,
    format: text,
    number: text,
    expiryDate: date,
    country,
    side1Image: image,
    side2Image: doc(z.string(), {
      contentEncoding: "base64",
      description: "An image of the back as base64. Empty if the document has no back.",
    }).optional(),
    device: DocumentDevice.optional(),
    classification: DocumentClassification.optional(),
    extraction: DocumentExtraction.optional(),
    validation: DocumentValidation.optional(),
    subject: Identity.optional(),
  }),
  {
    id: "Document",
    spec: "2.8",
    gap: "document-type-case",
    description: "An identity document. `type` is `Primary` for the main document.",
    examples: [{ type: "Primary", side1Image: "/9j/4AAQSkZJRg==", side2Image: "" }],
  },
);
export type Document = z.infer<typeof Document>;
