import { image } from "../target/sample.ts";
import type { CaseTable, Given } from "./case.ts";
import { by, refused } from "./expectations.ts";
import { settled, started, startedWith } from "./given.ts";
import { startWith, submit, submitWith } from "./requests.ts";
import { filled } from "./shape.ts";

const success = { status: "success" };
const invalid = by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: success });
const person = { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" } };
const wantsDocument: readonly Given[] = [started("document-and-selfie", "FullName", "DateOfBirth"), settled];
const wantsSelfie: readonly Given[] = [
  started("document-and-selfie", "FullName", "DateOfBirth", "PrimaryDocument"),
  settled,
];
const documents = (...entries: readonly unknown[]) => submitWith(["PrimaryDocument"], { documents: entries });
const biometrics = (...entries: readonly unknown[]) => submitWith(["Selfie"], { biometrics: entries });
const numbered = (type: string) =>
  startedWith("identity-check", { identity: { ...person.identity, idNumbers: [{ type, idNumber: "123-45-6789" }] } });

/** Cases about the data of domain elements. Spec 2.8. */
export const elementCases: CaseTable = {
  "id-number-ssn-type": {
    given: [numbered("ssn")],
    request: submit("CurrentAddress", "SSN"),
    response: by("duplicate-prefilled", { refused: refused("DUPLICATE_ELEMENT"), replaces: success }),
  },
  "id-number-ssn-type/another-type": {
    given: [numbered("passport")],
    request: submit("CurrentAddress", "SSN"),
    response: success,
  },
  "document-primary-type": {
    given: wantsDocument,
    request: documents({ type: "Other", side1Image: image }, { type: "Primary", side1Image: image }),
    response: success,
  },
  "document-primary-type/another-type": {
    given: wantsDocument,
    request: documents({ type: "Other", side1Image: image }),
    response: refused("MISSING_FIELD"),
  },
  "document-primary-type/small-letters": {
    given: wantsDocument,
    request: documents({ type: "primary", side1Image: image }),
    response: by("document-type-case", { lenient: success, "first-untyped": success, exact: refused("MISSING_FIELD") }),
  },
  "document-primary-type/one-document-per-side": {
    given: wantsDocument,
    request: documents({ side1Image: image }, { side2Image: image }),
    response: by("document-type-case", {
      lenient: refused("MISSING_FIELD"),
      "first-untyped": success,
      exact: refused("MISSING_FIELD"),
    }),
  },
  "document-images-base64": {
    given: wantsDocument,
    request: documents({ type: "Primary", side1Image: image, side2Image: image }),
    response: success,
  },
  "document-images-base64/no-base64": {
    given: wantsDocument,
    request: documents({ type: "Primary", side1Image: "no base64!" }),
    response: invalid,
  },
  "document-images-base64/cut-short": {
    given: wantsDocument,
    request: documents({ type: "Primary", side1Image: "aW1hZ2U" }),
    response: invalid,
  },
  "document-images-base64/back": {
    given: wantsDocument,
    request: documents({ type: "Primary", side1Image: image, side2Image: "no base64!" }),
    response: invalid,
  },
  "document-images-base64/data-url": {
    given: wantsDocument,
    request: documents({ type: "Primary", side1Image: `data:image/png;base64,${image}` }),
    response: by("image-encoding", { "bare-base64": invalid, "data-url": success }),
  },
  "document-images-base64/no-front": {
    given: wantsDocument,
    request: documents({ type: "Primary", side2Image: image }),
    response: refused("MISSING_FIELD"),
  },
  "document-side2-empty": {
    given: wantsDocument,
    request: documents({ type: "Primary", side1Image: image, side2Image: "" }),
    response: by("empty-image", { "no-such-side": success, rejected: invalid }),
  },
  "selfie-image-base64": { given: wantsSelfie, request: biometrics({ selfieImage: image }), response: success },
  "selfie-image-base64/typed": {
    given: wantsSelfie,
    request: biometrics({ type: "Selfie", selfieImage: image }),
    response: success,
  },
  "selfie-image-base64/face1Image": {
    given: wantsSelfie,
    request: biometrics({ face1Image: image }),
    response: success,
  },
  "selfie-image-base64/no-base64": {
    given: wantsSelfie,
    request: biometrics({ selfieImage: "no base64!" }),
    response: invalid,
  },
  "document-images-base64/prefilled-data-url": {
    request: startWith("document-and-selfie", {
      documents: [{ type: "Primary", side1Image: `data:image/png;base64,${image}` }],
    }),
    response: by("image-encoding", { "bare-base64": refused("INVALID_FIELD"), "data-url": { instanceId: filled } }),
  },
  "document-side2-empty/prefilled": {
    request: startWith("document-and-selfie", { documents: [{ type: "Primary", side1Image: image, side2Image: "" }] }),
    response: by("empty-image", { "no-such-side": { instanceId: filled }, rejected: refused("INVALID_FIELD") }),
  },
  "document-primary-type/untyped-alone": {
    given: wantsDocument,
    request: documents({ side1Image: image }),
    response: by("document-type-case", { lenient: success, "first-untyped": success, exact: refused("MISSING_FIELD") }),
  },
  "document-primary-type/untyped-before-another-type": {
    given: wantsDocument,
    request: documents({ side1Image: image }, { type: "Visa", side1Image: image }),
    response: refused("MISSING_FIELD"),
  },
};
