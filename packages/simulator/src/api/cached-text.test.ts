import { presets } from "@journey-kit/schemas/profile";
import { expect, test } from "vitest";
import { startOf } from "../../test/arbitraries.ts";
import { termsFor } from "../../test/samples.ts";
import { startInstance } from "../engine/commands.ts";
import { type Basis, createRecorder } from "../engine/result.ts";
import { cacheText } from "./cached-text.ts";

const { specified } = presets;
const terms = termsFor("full-kyc");
const started = startInstance(terms, startOf(terms, {}));
const record = started.ok ? started.value : undefined;

test("renders a record once for each profile, and cites the rules and readings behind the text every time", () => {
  if (record === undefined) throw new Error("no start");
  let count = 0;
  const fetchText = cacheText((recorder) => {
    count += 1;
    return { retention: recorder.reading("retention"), count };
  });
  const fetch = (profile: typeof specified, of = record, initial: readonly Basis[] = ["request-id-always"]) => {
    const recorder = createRecorder(profile, initial);
    return { text: fetchText({ profile, recorder }, of), basis: recorder.basis().ids };
  };
  const cites = (profile: typeof specified) => ["request-id-always", `retention=${profile.retention}`];
  const first = { text: `{"retention":"${specified.retention}","count":1}`, basis: cites(specified) };
  expect([fetch(specified), fetch(specified)]).toEqual([first, first]);
  expect(fetch({ ...specified, retention: "never" })).toEqual({
    text: '{"retention":"never","count":2}',
    basis: cites({ ...specified, retention: "never" }),
  });
  expect(fetch(specified, { ...record }).text).toContain('"count":3');
  const other = ["request-id-always", "regions-shared"] as const;
  expect(fetch(specified, record, other).basis).toEqual([...other, `retention=${specified.retention}`]);
});
