import * as z from "zod";
import { wire } from "../meta.ts";
import { text, texts } from "./leaf.ts";

/** A point on the map; the coordinates are texts. Spec 2.8. */
export const Location = z
  .looseObject({ latitude: text, longitude: text, geoAccuracy: text, word_address: text })
  .register(wire, {
    id: "Location",
    spec: "2.8",
    description: "A point on the map. `word_address` is a code of three words that names it.",
  });
export type Location = z.infer<typeof Location>;

/** Where somebody lives, or lived, or was born. Spec 2.8. */
export const Address = z
  .looseObject({
    lines: texts,
    addressString: text,
    premise: text,
    building: text,
    subBuilding: text,
    thoroughfare: text,
    dependentThoroughfare: text,
    locality: text,
    dependentLocality: text,
    doubleDependentLocality: text,
    postalCode: text,
    postBox: text,
    country: text,
    superAdministrativeArea: text,
    administrativeArea: text,
    subAdministrativeArea: text,
    organization: text,
    location: Location.optional(),
  })
  .register(wire, { id: "Address", spec: "2.8", description: "A postal address, in lines or in parts." });
export type Address = z.infer<typeof Address>;

/** An address with the time somebody lived there. Spec 2.8. */
export const PreviousAddress = Address.extend({ fromDate: text, toDate: text }).register(wire, {
  id: "PreviousAddress",
  spec: "2.8",
  description: "A former address and the time somebody lived there.",
});
export type PreviousAddress = z.infer<typeof PreviousAddress>;
