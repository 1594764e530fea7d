import type { Profile } from "@journey-kit/schemas/profile";
import type { InstanceRecord } from "../engine/commands.ts";
import { type Basis, createRecorder, type Recorder } from "../engine/result.ts";
import type { WorldRequest } from "./request.ts";

interface Rendered {
  readonly profile: Profile;
  readonly text: string;
  readonly basis: readonly Basis[];
}

const maxTexts = 1_000;

/**
 * Caches the JSON text of what `render` returns for a record, because a client that polls fetches the same record again
 * and again. A change to an instance creates a new record.
 */
export function cacheText<Fetched extends InstanceRecord>(
  render: (recorder: Recorder, record: Fetched) => object,
): (request: Pick<WorldRequest, "profile" | "recorder">, record: Fetched) => string {
  const texts = new Map<Fetched, Rendered>();
  const add = (profile: Profile, record: Fetched): Rendered => {
    const recorder = createRecorder(profile);
    const text = JSON.stringify(render(recorder, record));
    const rendered = { profile, text, basis: recorder.basis().ids };
    if (texts.size === maxTexts) texts.clear();
    texts.set(record, rendered);
    return rendered;
  };
  return ({ profile, recorder }, record) => {
    const known = texts.get(record);
    const { text, basis } = known?.profile === profile ? known : add(profile, record);
    recorder.addBasis(...basis);
    return text;
  };
}
