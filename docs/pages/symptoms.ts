import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toAnchor } from "./markdown.ts";

const guide = readFileSync(join(import.meta.dirname, "../src/content/docs/guides/troubleshooting.md"), "utf8");

/** The sections of the guide "Troubleshooting". Each heading is a symptom, in the words of the person who has it. */
const sections = guide
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ heading: section.slice(0, section.indexOf("\n")), text: section }));

/** Links to the symptoms whose sections name an error. */
export const toSymptomLinks = (error: string): readonly string[] =>
  sections
    .filter(({ text }) => text.includes(`\`${error}\``))
    .map(({ heading }) => `[${heading}](/guides/troubleshooting/#${toAnchor(heading)})`);
