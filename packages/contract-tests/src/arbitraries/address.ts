import fc from "fast-check";

/** Addresses whose parts belong together; the plainest comes first. */
const places = [
  { lines: ["1 High Street"], locality: "London", postalCode: "SW1Y 4JH", country: "GBR" },
  {
    lines: ["350 Fifth Avenue", "Floor 21"],
    locality: "New York",
    administrativeArea: "NY",
    postalCode: "10118",
    country: "USA",
  },
  {
    lines: ["Unit 3/42 Wattle Street"],
    locality: "Ultimo",
    administrativeArea: "NSW",
    postalCode: "2007",
    country: "AUS",
  },
  { lines: ["Straße des 17. Juni 135"], locality: "Berlin", postalCode: "10623", country: "DEU" },
  { lines: ["14, rue de l’Église"], locality: "Saint-Étienne", postalCode: "42000", country: "FRA" },
  { lines: ["ul. Świętego Ducha 7 m. 2"], locality: "Gdańsk", postalCode: "80-834", country: "POL" },
  { lines: ["вул. Хрещатик, 22"], locality: "Київ", postalCode: "01001", country: "UKR" },
  { lines: ["千代田1-1"], locality: "東京都千代田区", postalCode: "100-8111", country: "JPN" },
  { lines: ["12 شارع طلعت حرب"], locality: "القاهرة", postalCode: "11511", country: "EGY" },
  { lines: ["4, एम जी रोड"], locality: "बेंगलुरु", administrativeArea: "Karnataka", postalCode: "560001", country: "IND" },
  { lines: ["Apartado 0823"], locality: "Panamá", country: "PAN" },
] as const;

/** Countries by the three letters that an address uses. */
export const countries: readonly string[] = places.map(({ country }) => country);

/** A postal address that could be on an envelope. Shrinks to 1 High Street. Spec 2.8. */
export const address = fc.constantFrom(...places).map((place) => ({ ...place, lines: [...place.lines] }));
