import { adult, sampleImage } from "../../service/sample.ts";
import { newInstance, success } from "./bodies.ts";
import type { CaseRow, CaseTable, Given } from "./case.ts";
import { by, refused } from "./expectations.ts";
import { settled, started, startedWith } from "./given.ts";
import { startWith, submit, submitWith } from "./requests.ts";

const invalid = by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: success });
const wantsDocument: readonly Given[] = [started("document-and-selfie", "FullName", "DateOfBirth"), settled];
const wantsSelfie: readonly Given[] = [
  started("document-and-selfie", "FullName", "DateOfBirth", "PrimaryDocument"),
  settled,
];
const submitDocuments = (documents: readonly unknown[], response: CaseRow["response"] = success): CaseRow => ({
  given: wantsDocument,
  request: submitWith(["PrimaryDocument"], { documents }),
  response,
});
const submitBiometrics = (biometrics: readonly unknown[], response: CaseRow["response"] = success): CaseRow => ({
  given: wantsSelfie,
  request: submitWith(["Selfie"], { biometrics }),
  response,
});
const untyped = by("document-type-case", {
  lenient: success,
  "first-untyped": success,
  exact: refused("MISSING_FIELD"),
});
const numbered = (type: string) =>
  startedWith("identity-check", { identity: { ...adult, idNumbers: [{ type, idNumber: "123-45-6789" }] } });

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
  "document-primary-type": submitDocuments([
    { type: "Other", side1Image: sampleImage },
    { type: "Primary", side1Image: sampleImage },
  ]),
  "document-primary-type/another-type": submitDocuments(
    [{ type: "Other", side1Image: sampleImage }],
    refused("MISSING_FIELD"),
  ),
  "document-primary-type/small-letters": submitDocuments([{ type: "primary", side1Image: sampleImage }], untyped),
  "document-primary-type/one-document-per-side": submitDocuments(
    [{ side1Image: sampleImage }, { side2Image: sampleImage }],
    by("document-type-case", {
      lenient: refused("MISSING_FIELD"),
      "first-untyped": success,
      exact: refused("MISSING_FIELD"),
    }),
  ),
  "document-primary-type/several": submitDocuments(
    [
      { type: "Primary", documentNumber: "1" },
      { type: "Primary", side1Image: sampleImage },
    ],
    by("several-primary-documents", { first: refused("MISSING_FIELD"), "first-with-image": success }),
  ),
  "selfie-image-base64/several": submitBiometrics(
    [{ id: "voice" }, { selfieImage: sampleImage }],
    by("several-selfies", { "first-with-image": success, first: refused("MISSING_FIELD") }),
  ),
  "document-images-base64": submitDocuments([{ type: "Primary", side1Image: sampleImage, side2Image: sampleImage }]),
  "document-images-base64/no-base64": submitDocuments([{ type: "Primary", side1Image: "no base64!" }], invalid),
  "document-images-base64/cut-short": submitDocuments([{ type: "Primary", side1Image: "aW1hZ2U" }], invalid),
  "document-images-base64/back": submitDocuments(
    [{ type: "Primary", side1Image: sampleImage, side2Image: "no base64!" }],
    invalid,
  ),
  "document-images-base64/data-url": submitDocuments(
    [{ type: "Primary", side1Image: `data:image/png;base64,${sampleImage}` }],
    by("image-encoding", { "bare-base64": invalid, "data-url": success }),
  ),
  "document-images-base64/no-front": submitDocuments(
    [{ type: "Primary", side2Image: sampleImage }],
    refused("MISSING_FIELD"),
  ),
  "document-side2-empty": submitDocuments(
    [{ type: "Primary", side1Image: sampleImage, side2Image: "" }],
    by("empty-image", { "no-such-side": success, rejected: invalid }),
  ),
  "selfie-image-base64": submitBiometrics([{ selfieImage: sampleImage }]),
  "selfie-image-base64/typed": submitBiometrics([{ type: "Selfie", selfieImage: sampleImage }]),
  "selfie-image-base64/face1Image": submitBiometrics([{ face1Image: sampleImage }]),
  "selfie-image-base64/no-base64": submitBiometrics([{ selfieImage: "no base64!" }], invalid),
  "document-images-base64/prefilled-data-url": {
    request: startWith("document-and-selfie", {
      documents: [{ type: "Primary", side1Image: `data:image/png;base64,${sampleImage}` }],
    }),
    response: by("image-encoding", { "bare-base64": refused("INVALID_FIELD"), "data-url": newInstance }),
  },
  "document-side2-empty/prefilled": {
    request: startWith("document-and-selfie", {
      documents: [{ type: "Primary", side1Image: sampleImage, side2Image: "" }],
    }),
    response: by("empty-image", { "no-such-side": newInstance, rejected: refused("INVALID_FIELD") }),
  },
  "document-primary-type/untyped-alone": submitDocuments([{ side1Image: sampleImage }], untyped),
  "document-primary-type/untyped-before-another-type": submitDocuments(
    [{ side1Image: sampleImage }, { type: "Visa", side1Image: sampleImage }],
    refused("MISSING_FIELD"),
  ),
};
