import type { Collect, ElementAnswers } from "@journey-kit/client";

// An image of one pixel. A real program sends a photo.
const image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The end user's data: the value of each domain element. Spec 2.6, 2.8. */
const person: ElementAnswers = {
  FullName: { firstName: "Ada", lastNames: ["Lovelace"] },
  DateOfBirth: "1990-12-10",
  CurrentAddress: { lines: ["12 St James's Square"], locality: "London", country: "GB" },
  PrimaryDocument: { side1Image: image },
  Selfie: { selfieImage: image },
};

/** Returns the value of an element and prints the request. A real program shows a form or opens a camera. */
export const collect: Collect = (element, { need, id }) => {
  console.log(`${id} collects ${element} (${need}): ${element in person ? "provided" : "skipped"}`);
  return person[element];
};
