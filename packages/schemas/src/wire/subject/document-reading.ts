import * as z from "zod";
import { wire } from "../meta.ts";
import { amount, flag, text, texts } from "./leaf.ts";

/** The machine that captured a document. Spec 2.8. */
export const DocumentDevice = z
  .looseObject({
    type: text,
    model: text,
    serialNumber: text,
    manufacturer: text,
    hasContactlessReader: flag,
    hasMagneticStripeReader: flag,
    hasCamera: flag,
  })
  .register(wire, { id: "DocumentDevice", spec: "2.8", description: "The machine that captured a document." });
export type DocumentDevice = z.infer<typeof DocumentDevice>;

/** What kind of document it is, as classification found. Spec 2.8. */
export const DocumentClassification = z
  .looseObject({
    ids: texts,
    category: text,
    type: text,
    subtype: text,
    year: text,
    countryCode: text,
    countryName: text,
    stateCode: text,
    stateName: text,
    isDoubleSided: flag,
    hasNFC: flag,
    sides: z
      .array(z.looseObject({ side: text, id: text, documentQuality: text, documentQualityScore: amount }))
      .optional(),
  })
  .register(wire, {
    id: "DocumentClassification",
    spec: "2.8",
    description: "What kind of document it is, as classification found.",
  });
export type DocumentClassification = z.infer<typeof DocumentClassification>;

/** One value read from a document, and from where on it. Spec 2.8. */
export const ExtractedField = z
  .looseObject({ label: text, value: text, source: text, isNonLatin: flag })
  .register(wire, { id: "ExtractedField", spec: "2.8", description: "One value read from a document." });
export type ExtractedField = z.infer<typeof ExtractedField>;

/** What extraction read from a document: values agreed on, values by source, images. Spec 2.8. */
export const DocumentExtraction = z
  .looseObject({
    aggregatedFields: z.array(ExtractedField).optional(),
    extractedFields: z.array(z.looseObject({ label: text, details: z.array(ExtractedField).optional() })).optional(),
    extractedImages: z.array(z.looseObject({ label: text, side: text, imageID: text })).optional(),
  })
  .register(wire, {
    id: "DocumentExtraction",
    spec: "2.8",
    description: "What extraction read from a document.",
  });
export type DocumentExtraction = z.infer<typeof DocumentExtraction>;

/** One check that authentication made, and the places on the document it looked at. Spec 2.8. */
export const ValidationCheck = z
  .looseObject({
    name: text,
    title: text,
    info: text,
    validationResult: text,
    resultInfo: text,
    weight: text,
    type: text,
    regionOfInterests: z.array(z.looseObject({ side: text, spectrum: text, imageId: text })).optional(),
  })
  .register(wire, { id: "ValidationCheck", spec: "2.8", description: "One check of a document's authenticity." });
export type ValidationCheck = z.infer<typeof ValidationCheck>;

/** All checks of a document's authenticity, single and summed up. Spec 2.8. */
export const DocumentValidation = z
  .looseObject({
    validationChecks: z.array(ValidationCheck).optional(),
    aggregatedValidationChecks: z.array(ValidationCheck).optional(),
  })
  .register(wire, {
    id: "DocumentValidation",
    spec: "2.8",
    description: "All checks of a document's authenticity.",
  });
export type DocumentValidation = z.infer<typeof DocumentValidation>;
