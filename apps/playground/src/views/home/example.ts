import type { Tone } from "../../text/tones.ts";

interface ExampleModule {
  readonly module: string;
  readonly outcome: string;
  readonly tone: Tone;
}

interface ExampleSegment {
  readonly label: string;
  readonly modules: readonly ExampleModule[];
}

const found = (module: string, outcome: string, tone: Tone = "good"): ExampleModule => ({ module, outcome, tone });

/** What a finished journey found. A test compares it with {@link runExample} in `run-example.ts`. */
export const example = {
  world: "example",
  journey: "document-and-selfie",
  scenario: "document-suspect",
  segments: [
    { label: "Personal details", modules: [found("Data Verification", "Match")] },
    {
      label: "Document",
      modules: [
        found("Document Classification", "Document Classified"),
        found("Document Extraction", "Extraction Successful"),
        found("Document Authentication", "Medium Risk", "fair"),
      ],
    },
    { label: "Selfie", modules: [found("Liveness", "Success"), found("Facematch", "Success")] },
  ] satisfies readonly ExampleSegment[],
};
