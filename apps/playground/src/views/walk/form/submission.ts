import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import { type ElementForm, readElement, writeElement } from "./element-form.ts";

/** What a request will contain: the data of a step, and the elements to send. */
export interface Draft {
  /** Data of all elements of the step, and of members that belong to none of them. */
  readonly subject: unknown;
  /** Elements that the user chose to send or to omit. All other elements are sent if they are required or have data. */
  readonly chosen: ReadonlyMap<string, boolean>;
}

/** A draft without data. */
export const emptyDraft: Draft = { subject: {}, chosen: new Map() };

export const isSent = ({ subject, chosen }: Draft, form: ElementForm, isRequired: boolean): boolean =>
  chosen.get(form.element) ?? (isRequired || readElement(subject, form) !== undefined);

/** Builds the subject of a request: the data of the elements to send, and of members that belong to no element. */
export function toRequestSubject(subject: unknown, forms: readonly ElementForm[], sent: readonly string[]): unknown {
  const others = forms.reduceRight((rest, form) => writeElement(rest, form, undefined), subject);
  return forms
    .filter(({ element }) => sent.includes(element))
    .reduce((built, form) => writeElement(built, form, readElement(subject, form)), others);
}

/**
 * Converts a request body that was edited as JSON back to a draft. Elements that the body does not send keep the
 * data that they have in the earlier draft.
 */
export function toDraft(body: unknown, forms: readonly ElementForm[], earlier: Draft): Draft {
  const context = memberOf(body, "context");
  const sentSubject = memberOf(context, "subject");
  const participants = memberOf(body, "participants");
  const named = Array.isArray(participants) ? participants.map((one) => memberOf(one, "domainElementId")) : undefined;
  const isIn = (form: ElementForm) => named?.includes(form.element) ?? readElement(sentSubject, form) !== undefined;
  const subject = forms
    .filter((form) => !isIn(form) && readElement(sentSubject, form) === undefined)
    .reduce<unknown>(
      (merged, form) => writeElement(merged, form, readElement(earlier.subject, form)),
      isRecord(sentSubject) ? sentSubject : {},
    );
  return { subject, chosen: new Map(forms.map((form) => [form.element, isIn(form)])) };
}
