import { listOf, memberOf, type Step } from "@journey-kit/schemas/calls";
import { branchesOf, type JsonSchema, stepInto } from "../../ui/json-editor/schema.ts";
import type { Field } from "../../ui/schema-form/field.ts";
import type { ElementForm } from "./element-form.ts";

/** Sample images as base64. */
export interface SampleImages {
  readonly front: string;
  readonly back: string;
  readonly face: string;
}

interface Source {
  /** Schema of the whole document. */
  readonly root: JsonSchema;
  readonly subject: JsonSchema;
  readonly images: SampleImages;
}

/** Creates sample data for an element. Texts are examples from the schemas. */
export const sampleOf = (source: Source, { field, steps }: ElementForm): unknown =>
  fill(source, field, exampleAt(source, steps), steps);

/**
 * Finds an example for a place: the example in its schema, or the matching part of the example in an enclosing schema.
 */
function exampleAt({ root, subject }: Source, steps: readonly Step[]): unknown {
  let schemas = branchesOf(root, subject, new Map());
  let example = schemas.flatMap(({ examples = [] }) => examples)[0];
  for (const step of steps) {
    schemas = schemas
      .flatMap((schema) => stepInto(schema, typeof step === "string" ? step : 0))
      .flatMap((schema) => branchesOf(root, schema, new Map()));
    const part = typeof step === "string" ? memberOf(example, step) : listOf(example)[0];
    example = schemas.flatMap(({ examples = [] }) => examples)[0] ?? part;
  }
  return example;
}

function fill(source: Source, field: Field, example: unknown, steps: readonly Step[]): unknown {
  switch (field.kind) {
    case "group": {
      const members = field.fields
        .map((member) => ({ member, own: memberOf(example, member.name) }))
        .filter(({ member, own }) => own !== undefined || member.isRequired)
        .map(({ member, own }) => [member.name, fill(source, member, own, [...steps, member.name])]);
      return Object.fromEntries(members);
    }
    case "list": {
      const first = [...steps, 0];
      const entries = Array.isArray(example) && example.length > 0 ? example : [exampleAt(source, first)];
      return entries.map((entry) => fill(source, field.entry, entry, first));
    }
    case "image":
      return imageFor(source.images, steps);
    case "choice":
      return example ?? field.options[0]?.value;
    case "json":
    case "variants":
      return example;
    default:
      return example ?? standard[field.kind];
  }
}

const standard = { text: "Sample", date: "1985-12-10", number: 1, flag: true, mark: true, country: "GBR" } as const;

/** The image for a member of a document or of a biometric. */
export function imageFor({ front, back, face }: SampleImages, steps: readonly Step[]): string {
  if (steps.includes("biometrics")) return face;
  return steps.at(-1) === "side2Image" ? back : front;
}
