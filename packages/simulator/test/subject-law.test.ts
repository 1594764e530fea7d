import { StrictSubject, Subject } from "@journey-kit/schemas";
import * as z from "zod";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { formatPath } from "../src/world/parse.ts";
import { secret } from "./bodies.ts";
import { image } from "./samples.ts";
import { openService, type Service } from "./service.ts";

type Path = readonly (string | number)[];

/** Every member and every entry of a schema, with a value that it accepts. */
function* placesOf(schema: z.core.$ZodType, path: Path = []): Generator<{ path: Path; right: unknown }> {
  if (schema instanceof z.ZodOptional) yield* placesOf(schema.unwrap(), path);
  else {
    if (path.length > 0) yield { path, right: rightFor(schema, path) };
    if (schema instanceof z.ZodArray) yield* placesOf(schema.element, [...path, 0]);
    if (schema instanceof z.ZodObject) {
      for (const [name, member] of Object.entries<z.core.$ZodType>(schema.shape)) yield* placesOf(member, [...path, name]);
    }
  }
}

function rightFor(schema: z.core.$ZodType, path: Path): unknown {
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodObject) return {};
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 7;
  return `${path.at(-1)}` === "dateOfBirth" ? "1990-12-10" : image;
}

const places = [...placesOf(Subject)];
const wrongValues: readonly unknown[] = [null, true, 7, secret, [], {}, [[]], [{}], [7]];

/** The subject with one value at a path. */
const subjectWith = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }), value);

const journeys = [
  {
    id: "law",
    version: "1",
    name: "Law",
    generation: "v2",
    regions: ["eu"],
    segments: [
      {
        interactions: [
          { id: "first", required: ["Answer"], optional: ["CurrentAddress"], pages: [] },
          { id: "second", required: ["FullName"], optional: [], pages: [] },
        ],
        modules: [],
      },
    ],
    elements: [{ name: "Answer", path: "identity.gender" }],
  },
];
