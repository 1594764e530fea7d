import * as z from "zod";
import { doc } from "../../meta.ts";
import { amount, country, flag, text, texts } from "./leaf.ts";

/** The device that captured a document. Spec 2.8. */
export const DocumentDevice = doc(
  z.looseObject({
    type: text,
    model: text,
    serialNumber: text,
    manufacturer: text,
    hasContactlessReader: flag,
    hasMagneticStripeReader: flag,
    hasCamera: flag,
  }),
  {
    id: "DocumentDevice",
    spec: "2.8",
    description: "The device that captured a document.",
    examples: [{ type: "phone", model: "Pixel 9", manufacturer: "Google", hasCamera: true }],
  },
);
export type DocumentDevice = z.infer<typeof DocumentDevice>;

/** The type of a document, as found by document classification. Spec 2.8. */
export const DocumentClassification = doc(
  z.looseObject({
    ids: texts,
    category: text,
    type: text,
    subtype: text,
    year: text,
    countryCode: country,
    countryName: text,
    stateCode: text,
    stateName: text,
    isDoubleSided: flag,
    hasNFC: flag,
    sides: z
      .array(z.looseObject({ side: text, id: text, documentQuality: text, documentQualityScore: amount }))
      .optional(),
  }),
  {
    id: "DocumentClassification",
    spec: "2.8",
    description: "The type of a document, as found by document classification.",
    examples: [{ type: "Passport", countryCode: "GBR", year: "2020", hasNFC: true }],
  },
);
export type DocumentClassification = z.infer<typeof DocumentClassification>;

/** A value read from a document. Spec 2.8. */
export const ExtractedField = doc(z.looseObject({ label: text, value: text, source: text, isNonLatin: flag }), {
  id: "ExtractedField",
  spec: "2.8",
  description: "A value that was read from a document, with its label and its source.",
  examples: [{ label: "Surname", value: "LOVELACE", source: "MRZ" }],
});
export type ExtractedField = z.infer<typeof ExtractedField>;

/** The data extracted from a document. Spec 2.8. */
export const DocumentExtraction = doc(
  z.looseObject({
    aggregatedFields: z.array(ExtractedField).optional(),
    extractedFields: z.array(z.looseObject({ label: text, details: z.array(ExtractedField).optional() })).optional(),
    extractedImages: z.array(z.looseObject({ label: text, side: text, imageID: text })).optional(),
  }),
  {
    id: "DocumentExtraction",
    spec: "2.8",
    description: "The data extracted from a document: aggregated values, values by source, and images.",
    examples: [{ aggregatedFields: [{ label: "Surname", value: "LOVELACE" }] }],
  },
);
export type DocumentExtraction = z.infer<typeof DocumentExtraction>;

/** An authenticity check of a document. Spec 2.8. */
export const ValidationCheck = doc(
  z.looseObject({
    name: text,
    title: text,
    info: text,
    validationResult: text,
    resultInfo: text,
    weight: text,
    type: text,
    regionOfInterests: z.array(z.looseObject({ side: text, spectrum: text, imageId: text })).optional(),
  }),
  {
    id: "ValidationCheck",
    spec: "2.8",
    description: "An authenticity check of a document, with the regions that were examined.",
    examples: [{ name: "mrz-checksum", title: "MRZ checksum", validationResult: "Passed" }],
  },
);
export type ValidationCheck = z.infer<typeof ValidationCheck>;

/** The authenticity checks of a document: individual results and aggregated results. Spec 2.8. */
export const DocumentValidation = doc(
  z.looseObject({
    validationChecks: z.array(ValidationCheck).optional(),
    aggregatedValidationChecks: z.array(ValidationCheck).optional(),
  }),
  {
    id: "DocumentValidation",
    spec: "2.8",
    description: "The authenticity checks of a document: individual results and aggregated results.",
    examples: [{ validationChecks: [{ name: "mrz-checksum", validationResult: "Passed" }] }],
  },
);
export type DocumentValidation = z.infer<typeof DocumentValidation>;
