import type { Collect, ElementAnswers } from "@journey-kit/client";

// A picture of one pixel; a real program sends what a camera took.
const image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What the program knows of its end user: the value of each domain element. Spec 2.6, 2.8. */
const person: ElementAnswers = {
  FullName: { firstName: "Ada", lastNames: ["Lovelace"] },
  DateOfBirth: "1990-12-10",
  CurrentAddress: { lines: ["12 St James's Square"], locality: "London", country: "GB" },
  PrimaryDocument: { side1Image: image },
  Selfie: { selfieImage: image },
};

/** Gives what it is asked for, and says so; a real program shows a form or opens a camera. */
export const collect: Collect = (element, { need, id }) => {
  console.log(`${id} collects ${element} (${need}): ${element in person ? "given" : "not given"}`);
  return person[element];
};
