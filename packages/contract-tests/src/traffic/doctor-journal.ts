import type { Exchange } from "@journey-kit/schemas/control";
import { isStart } from "../client/exchanges.ts";
import { type RequirementId, requirements } from "../client/requirements.ts";
import { type Hint, judgeCalls } from "./doctor.ts";
import { journalToCall } from "./doctor-call.ts";
import { type Expectation, type Expectations, findExpectationsOf } from "./doctor-expectations.ts";
import { findJourneys } from "./doctor-journeys.ts";
import { findTarget } from "./traffic.ts";

/** What requests in the journal of a simulator's world show about the client. */
export interface JournalDiagnosis extends Pick<Expectations, "profile" | "advice"> {
  /** The requirements that the client must meet and breaks. */
  readonly hints: readonly Hint[];
}

/** Requirements whose checks need what a journal replaces or omits: the data of a person, tokens and forms. */
const hidden: readonly RequirementId[] = ["sends-valid-requests", "requests-token-by-form"];

/**
 * Judges requests in the journal of one world, oldest first: all requests about some instances, and others that name no
 * instance. The advice names a profile only if the simulator refused a request because its reading is another one.
 */
export function diagnoseJournal(exchanges: readonly Exchange[]): JournalDiagnosis {
  const calls = exchanges.map(journalToCall);
  const journeys = findJourneys(calls).filter(({ instanceId }) => instanceId !== undefined);
  const { hints } = judgeCalls([{ calls, journeys, tokens: [], tokenOf: () => undefined }]);
  const judged = hints.filter(({ requirement, strength }) => strength === "must" && !hidden.includes(requirement));
  const repeated = exchanges.find((one) => isStart(one) && one.notices !== undefined);
  const all = repeated === undefined ? judged : [...judged.filter(isOther("start-sent-once")), toRepeatHint(repeated)];
  return { hints: all, ...findRefusedExpectations(exchanges) };
}

const isOther =
  (id: RequirementId) =>
  ({ requirement }: Hint): boolean =>
    requirement !== id;

/** The journal compares the bodies of starts before it redacts them. */
function toRepeatHint({ sequence, startedAt }: Exchange): Hint {
  const { fix, spec } = requirements["start-sent-once"];
  return {
    ...{
      requirement: "start-sent-once",
      strength: "must",
      problem: "It retried a start that had succeeded.",
      fix,
      spec,
    },
    ...{ sequence, exchanges: 1, firstAt: startedAt, lastAt: startedAt },
  };
}

/** The profile that a client expects, if the simulator refused a request under a reading that is not the expected one. */
function findRefusedExpectations(exchanges: readonly Exchange[]): Pick<Expectations, "profile" | "advice"> {
  const refused = new Map(
    exchanges.flatMap((one) => (one.fault === undefined && one.response.status >= 400 ? [[one.sequence, one]] : [])),
  );
  const isRefused = ({ gap, reading, sequence }: Expectation): boolean => {
    const decided = refused.get(sequence)?.readings[gap];
    return decided !== undefined && decided !== reading;
  };
  const { expects, profile, advice } = findExpectationsOf([...refused.values()].map(toRequest));
  return expects.some(isRefused) ? { profile, advice } : { profile: undefined, advice: undefined };
}

function toRequest({ sequence, request: { method, path, headers, body } }: Exchange) {
  const target = findTarget({ method, url: new URL(path, "http://localhost").href });
  const { authorization = "" } = headers;
  return {
    ...{ sequence, endpoint: target?.name, path, body },
    hasBasic: /^Basic /i.test(authorization),
    hasBearer: /^Bearer /i.test(authorization),
  };
}
