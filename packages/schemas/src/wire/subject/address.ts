import * as z from "zod";
import { doc } from "../../meta.ts";
import { country, date, text, texts } from "./leaf.ts";

/** A geographic location. The coordinates are strings. Spec 2.8. */
export const Location = doc(z.looseObject({ latitude: text, longitude: text, geoAccuracy: text, word_address: text }), {
  id: "Location",
  spec: "2.8",
  description: "A geographic location. `word_address` is its three-word address.",
  examples: [{ latitude: "51.5202", longitude: "-0.1561" }],
});
export type Location = z.infer<typeof Location>;

/** A postal address, as lines or as separate parts. Spec 2.8. */
export const Address = doc(
  z.looseObject({
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
    country,
    superAdministrativeArea: text,
    administrativeArea: text,
    subAdministrativeArea: text,
    organization: text,
    location: Location.optional(),
  }),
  {
    id: "Address",
    spec: "2.8",
    description: "A postal address, as lines or as separate parts.",
    examples: [{ premise: "12", thoroughfare: "St James's Square", locality: "London", postalCode: "SW1Y 4JH" }],
  },
);
export type Address = z.infer<typeof Address>;

/** A former address and when the person lived there. Spec 2.8. */
export const PreviousAddress = doc(Address.extend({ fromDate: date, toDate: date }), {
  id: "PreviousAddress",
  spec: "2.8",
  description: "A former address and when the person lived there.",
  examples: [{ lines: ["1 High Street", "Leeds"], fromDate: "2019-04-01", toDate: "2024-08-31" }],
});
export type PreviousAddress = z.infer<typeof PreviousAddress>;
