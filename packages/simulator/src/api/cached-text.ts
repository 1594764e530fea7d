import type { Profile } from "@journey-kit/schemas/profile";
import type { InstanceRecord } from "../engine/commands.ts";
import type { BasisList, Recorder } from "../engine/result.ts";
import type { WorldRequest } from "./request.ts";

/**
 * A text and everything that it depends on besides the record. `before` and `after` are the basis before and after
 * rendering.
 */
interface Rendered {
  readonly profile: Profile;
  readonly before: BasisList;
  readonly text: string;
  readonly after: BasisList;
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
  return ({ profile, recorder }, record) => {
    const before = recorder.basis();
    const known = texts.get(record);
    if (known?.profile === profile && known.before === before) {
      recorder.restore(known.after);
      return known.text;
    }
    const text = JSON.stringify(render(recorder, record));
    if (texts.size === maxTexts) texts.clear();
    texts.set(record, { profile, before, text, after: recorder.basis() });
    return text;
  };
}
