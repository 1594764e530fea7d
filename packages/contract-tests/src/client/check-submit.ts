import type { Exchange } from "@journey-kit/schemas/control";
import { type Element, elements } from "@journey-kit/schemas/elements";
import { broken, type Evidence, type Judgement, kept, notShown } from "./evidence.ts";

type Body = Readonly<Record<string, unknown>>;

const submitsOf = ({ exchanges }: Evidence): readonly Exchange[] =>
  exchanges.filter(({ endpoint }) => endpoint === "v2.submitInteraction");

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
const memberOf = (value: unknown, name: string): unknown =>
  isBody(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Places outside `context.subject` where documents or biometrics were put. */
const strayIn = (body: unknown): readonly string[] =>
  ["documents", "biometrics"].flatMap((name) => [
    ...(memberOf(body, name) === undefined ? [] : [name]),
    ...(memberOf(memberOf(body, "context"), name) === undefined ? [] : [`context.${name}`]),
  ]);

/** Puts documents and biometrics inside `context.subject`. Spec 4.2, rule 4. */
export function judgePlace(evidence: Evidence): Judgement {
  const submits = submitsOf(evidence);
  if (submits.length === 0) return notShown("Nothing was submitted.");
  const stray = submits.find(({ request }) => strayIn(request.body).length > 0);
  if (stray === undefined) return kept;
  return broken(`It put ${strayIn(stray.request.body).join(" and ")} outside context.subject.`, stray);
}

/** Lists exactly the elements that it sends in `participants`. Spec 2.9. */
export function judgeParticipants(evidence: Evidence): Judgement {
  const submits = submitsOf(evidence).filter(({ request }) => strayIn(request.body).length === 0);
  if (submits.length === 0) return notShown("Nothing was submitted.");
  for (const submit of submits) {
    const { body } = submit.request;
    const subject = memberOf(memberOf(body, "context"), "subject");
    const named = namesIn(body);
    const absent = named.filter((name) => Object.hasOwn(rows, name) && !isSent(subject, name));
    if (absent.length > 0) return broken(`It listed ${absent.join(", ")} in participants without data.`, submit);
    const unnamed = Object.keys(rows).filter((name) => !named.includes(name) && isSent(subject, name));
    if (unnamed.length > 0)
      return broken(`It sent data of ${unnamed.join(", ")} without listing it in participants.`, submit);
  }
  return kept;
}

/** The elements that a journal can distinguish: it does not record the types of redacted values. Spec 2.6. */
const rows: Readonly<Record<string, Element>> = Object.fromEntries(
  Object.entries(elements).filter(
    ([name, { path }]) => name === "PrimaryDocument" || name === "SSN" || !path.includes("["),
  ),
);

function namesIn(body: unknown): readonly string[] {
  const participants = memberOf(body, "participants");
  if (!Array.isArray(participants)) return [];
  return participants.map((one) => String(memberOf(one, "domainElementId")));
}

function isSent(subject: unknown, name: string): boolean {
  const { path = "", leaves } = rows[name] ?? {};
  const found = path.split(".").reduce((value, part) => memberOf(value, part.replace(/\[.*/, "")), subject);
  const holders = Array.isArray(found) ? found : [found];
  if (leaves === undefined) return holders.some((holder) => holder !== undefined);
  return holders.some((holder) => leaves.some((leaf) => memberOf(holder, leaf) !== undefined));
}
