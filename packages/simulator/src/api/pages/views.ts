import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { type Child, jsx } from "hono/jsx";
import { toBase64 } from "../../context/base64.ts";
import type { Card, HostedPage } from "../../engine/pages.ts";
import { collectedBy } from "../../engine/submission.ts";
import type { InstanceTerms } from "../../engine/terms.ts";
import type { PageProblem } from "../../instances/pages.ts";
import { type Entries, type Field, fieldsOf, labelOf } from "../../render/fields.ts";
import { styles } from "./styles.ts";

// Elements are written as calls to `jsx`, because Node runs these sources unchanged and does not accept JSX.

const hashOfStyles = toBase64(sha256(utf8ToBytes(styles)));

/** A policy cannot name the loopback address of IPv6. */
const loopbackSources = ["localhost", "127.0.0.1"].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]);

/**
 * Headers of every hosted page. A page loads nothing and runs no script, and its address must stay secret. A browser sends
 * the origin of a form only if the page may send a referrer to its own origin.
 *
 * @param embed Origins whose pages may show the page in a frame.
 */
export const pageHeaders = (embed: readonly string[]): Readonly<Record<string, string>> => ({
  "content-security-policy": `default-src 'none'; style-src 'sha256-${hashOfStyles}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors ${["'self'", ...loopbackSources, ...embed].join(" ")}`,
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
});

/** When a page reloads, and from which address. Without an address, a URL with a fragment would not reload. */
interface Refresh {
  readonly seconds: number;
  readonly address: string;
}

export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly outcome?: string;
  readonly refresh?: Refresh;
}

/** Renders a page without a form: the outcome, or why there is nothing to fill in. */
export const renderNotice = (
  terms: InstanceTerms | undefined,
  { title, text, outcome, refresh }: Notice,
): Promise<string> =>
  renderDocument(
    terms,
    title,
    refresh,
    jsx("h1", null, title),
    jsx("p", { role: "status" }, text),
    outcome !== undefined && jsx("dl", null, jsx("dt", null, "Outcome"), jsx("dd", null, outcome)),
    refresh !== undefined && jsx("p", null, jsx("a", { href: refresh.address }, "Check again")),
  );

/** A form that a person fills in, with the values that the person entered before. */
export interface FormView {
  readonly terms: InstanceTerms;
  readonly page: HostedPage;
  readonly entries: Entries;
  readonly problems: readonly PageProblem[];
}

/**
 * Renders the form of a page. The form needs no JavaScript: the server validates the entries, and shows the form again
 * with any problems.
 */
export function renderForm({ terms, page, entries, problems }: FormView): Promise<string> {
  const [title, ...more] = page.sections.map(({ label }) => label);
  const fields = page.sections.flatMap(({ cards }) => cards.flatMap(({ element }) => fieldsOf(terms, element)));
  const encoding = fields.some(isUpload) ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const sections = page.sections.flatMap(({ label, cards }, i) => [
    i > 0 && jsx("h2", null, label),
    ...cards.map((card) => renderCard(card, fieldsOf(terms, card.element), entries, problems)),
  ]);
  return renderDocument(
    terms,
    problems.length > 0 ? `Error: ${title}` : (title ?? terms.definition.name),
    undefined,
    problems.length > 0 && renderSummary(problems),
    jsx("h1", null, title),
    more.length > 0 && jsx("p", { class: "hint" }, `This page also asks for: ${more.join(", ")}.`),
    jsx(
      "form",
      { method: "post", enctype: encoding, novalidate: true },
      jsx("input", { type: "hidden", name: "page", value: page.id }),
      ...sections,
      jsx("button", { type: "submit" }, "Continue"),
    ),
  );
}

const renderSummary = (problems: readonly PageProblem[]): Child =>
  jsx(
    "div",
    { class: "problems", role: "alert", "aria-labelledby": "problems", tabindex: -1, autofocus: true },
    jsx("h2", { id: "problems" }, "There is a problem"),
    jsx(
      "ul",
      null,
      ...problems.map(({ field, message }) =>
        jsx("li", null, field === undefined ? message : jsx("a", { href: `#${field}` }, message)),
      ),
    ),
  );

/** Renders a card. If its only field has the same label as the element, the label is shown only once, as the legend. */
function renderCard(
  { element, isRequired }: Card,
  fields: readonly Field[],
  entries: Entries,
  problems: readonly PageProblem[],
): Child {
  const [first, ...more] = fields;
  const optional = !isRequired && jsx("span", { class: "hint" }, " (optional)");
  const isSingle = more.length === 0 && first?.label === labelOf(element);
  const legend = isSingle ? jsx("label", { for: first?.name }, first?.label) : labelOf(element);
  return jsx(
    "fieldset",
    null,
    jsx("legend", null, legend, optional),
    ...fields.map((field) => {
      const problem = problems.find((one) => one.field === field.name)?.message;
      const isExpected = isRequired && field.isRequired;
      const label = !isSingle && {
        text: field.label,
        note: isRequired && !field.isRequired ? " (optional)" : "",
      };
      return renderField(field, label, isExpected, entries.get(field.name), problem);
    }),
  );
}

const isUpload = ({ kind }: Field): boolean => kind === "image" || kind === "photo";

function renderField(
  field: Field,
  label: { readonly text: string; readonly note: string } | false,
  isRequired: boolean,
  entry: string | object | undefined,
  problem: string | undefined,
): Child {
  const { name, kind, autocomplete } = field;
  const hint = typeof entry === "object" ? "Choose the file again." : field.hint;
  const described = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`].filter(Boolean);
  const control = jsx("input", {
    id: name,
    name,
    ...inputOf(kind, typeof entry === "string" ? entry : undefined),
    autocomplete: isUpload(field) ? undefined : autocomplete,
    required: isRequired,
    "aria-invalid": problem === undefined ? undefined : "true",
    "aria-describedby": described.length === 0 ? undefined : described.join(" "),
  });
  const caption = label && jsx("label", { for: name }, label.text, jsx("span", { class: "hint" }, label.note));
  return jsx(
    "div",
    { class: `field ${kind}${problem === undefined ? "" : " wrong"}` },
    kind !== "checkbox" && caption,
    hint !== undefined && jsx("p", { class: "hint", id: `${name}-hint` }, hint),
    problem !== undefined && jsx("p", { class: "problem", id: `${name}-problem` }, problem),
    control,
    kind === "checkbox" && caption,
  );
}

function inputOf(kind: Field["kind"], text: string | undefined): Readonly<Record<string, unknown>> {
  switch (kind) {
    case "text":
    case "date":
      return { type: kind, value: text };
    case "checkbox":
      return { type: "checkbox", value: "yes", checked: text !== undefined };
    case "image":
      return { type: "file", accept: "image/*" };
    case "photo":
      return { type: "file", accept: "image/*", capture: "user" };
  }
}

async function renderDocument(
  terms: InstanceTerms | undefined,
  title: string,
  refresh: Refresh | undefined,
  ...content: readonly Child[]
): Promise<string> {
  const journey = terms?.definition.name ?? "Hosted page";
  const head = jsx(
    "head",
    null,
    jsx("meta", { charset: "utf-8" }),
    jsx("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    refresh !== undefined &&
      jsx("meta", { "http-equiv": "refresh", content: `${refresh.seconds}; url=${refresh.address}` }),
    jsx("title", null, `${title} – ${journey}`),
    jsx("link", { rel: "icon", href: "data:," }),
    jsx("style", { dangerouslySetInnerHTML: { __html: styles } }), // a constant
  );
  const body = jsx(
    "body",
    null,
    jsx("header", null, jsx("p", null, journey)),
    jsx("main", null, ...content),
    jsx(
      "footer",
      null,
      jsx("p", null, "This page is simulated. Do not enter real personal data."),
      terms !== undefined &&
        collectedBy(terms).has("FullName") &&
        jsx("p", null, "The last name decides the outcome: for example, Testreject is rejected."),
    ),
  );
  return `<!doctype html>${await jsx("html", { lang: "en" }, head, body).toString()}`;
}
