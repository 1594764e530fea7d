import { gapOf } from "@journey-kit/schemas/tables";
import { html, raw } from "hono/html";
import type { ProfileComparison } from "./changes.ts";
import type { Diagnosis } from "./doctor.ts";
import type { Divergence, Learned, LearnedGap } from "./learned.ts";
import {
  count,
  explainBasis,
  findUnexplained,
  isShown,
  nameHint,
  renderChange,
  renderCounts,
  renderExpectations,
  renderOld,
  renderSeen,
  renderSeenHint,
  type TrafficReport,
} from "./report.ts";

/** Formats a report as an HTML page. It loads nothing, needs no script, and opens from a file. */
export async function renderLearnedPage({ learned, diagnosis, comparison }: TrafficReport): Promise<string> {
  const policy = `default-src 'none'; style-src 'sha256-${await hash(styles)}'; base-uri 'none'; form-action 'none'`;
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Learned from traffic</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>
<h1>Learned from traffic</h1>
<p>${renderCounts(learned)}.</p>
${comparison && renderChanges(comparison)}
${renderDivergences(learned)}
${diagnosis && renderClient(diagnosis)}
${renderReadings(learned)}
${renderUnjudged(learned)}
</main>
</body>
</html>
`;
  return String(page);
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

const list = (lines: readonly string[]) => html`<ul>${lines.map((line) => html`<li>${renderCode(line)}</li>`)}</ul>`;

function renderDivergences(learned: Learned) {
  const divergences = findUnexplained(learned);
  if (divergences.length === 0)
    return html`<section><h2>Divergences</h2><p>A profile explains every response.</p></section>`;
  return html`<section><h2>Divergences</h2>
<p>No profile explains these responses.</p>
${divergences.map(renderDivergence)}
</section>`;
}

const renderDivergence = (divergence: Divergence) => html`<article class="wrong">
<h3><code>${divergence.endpoint}</code>, <code>${divergence.place}</code></h3>
<dl>
<dt>Expected</dt><dd>${divergence.expected}</dd>
<dt>Received</dt><dd>${divergence.received}</dd>
<dt>Seen</dt><dd>${renderSeen(divergence)}</dd>
</dl>
<details><summary>Why it was expected</summary>${list(divergence.basis.map(explainBasis))}</details>
</article>`;

const renderChanges = ({ changed, confirmed, notShown }: ProfileComparison) => html`<section>
<h2>Since the profile was learned</h2>
<p>${changed.length === 0 ? "No reading has changed." : "The service follows other readings than before."} The profile still holds for ${count(confirmed.length, "gap")}.</p>
${changed.length > 0 && html`<article class="wrong">${list(changed.map(renderChange))}</article>`}
${notShown.length > 0 && html`<details><summary>Not shown again: ${count(notShown.length, "gap")}</summary>${list(notShown.map(renderOld))}</details>`}
</section>`;

const renderClient = ({ hints, expects, advice }: Diagnosis) => html`<section><h2>Client</h2>
${
  hints.length === 0
    ? html`<p>The traffic shows no mistake of the client.</p>`
    : hints.map(
        (hint) => html`<article class="${hint.strength === "must" ? "wrong" : "warning"}">
<h3>${nameHint(hint)}</h3>
<p>${renderCode(hint.problem)}</p>
<p>What to change: ${renderCode(hint.fix)}</p>
<p class="quiet">${renderSeenHint(hint)}</p>
</article>`,
      )
}
${expects.length > 0 && html`<h3>Readings that it expects</h3>${list([...renderExpectations({ expects, advice }), ...(advice === undefined ? [] : [advice])])}`}
</section>`;

/** Formats a text of the tables, in which backticks enclose code. */
const renderCode = (text: string) =>
  text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

function renderReadings({ gaps }: Learned) {
  const [shown, hidden] = [gaps.filter(isShown), gaps.filter((one) => !isShown(one))];
  return html`<section><h2>Readings</h2>
<div class="scroll"><table>
<thead><tr><th>gap</th><th>section</th><th>status</th><th>readings</th><th>evidence</th></tr></thead>
<tbody>${shown.map(renderGap)}</tbody>
</table></div>
${hidden.length > 0 && html`<details><summary>No exchange depends on ${count(hidden.length, "other gap")}</summary>${list(hidden.map(({ gap }) => gap))}</details>`}
</section>`;
}

const renderGap = ({ gap, status, possible, ruledOut, evidence, why }: LearnedGap) => html`<tr>
<th scope="row"><code>${gap}</code><p class="quiet">${renderCode(gapOf(gap).question)}</p></th>
<td>${gapOf(gap).spec}</td>
<td class="${status === "contradicts" ? "wrong" : ""}">${status}</td>
<td>${possible.join(" or ")}${ruledOut.length > 0 && html`<p class="quiet">not ${ruledOut.join(", not ")}</p>`}</td>
<td>${evidence.length > 0 ? list(evidence) : why}</td>
</tr>`;

function renderUnjudged({ unjudged }: Learned) {
  if (unjudged.length === 0) return "";
  return html`<section><h2>Not judged</h2>${list(unjudged.map(({ sequence, why }) => `#${sequence}: ${why}`))}</section>`;
}

const styles = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #57606a; --back: #f4f5f7; --card: #fff; --line: #c3c9d1; --wrong: #b3261e; --warning: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --quiet: #a2abb6; --back: #14171b; --card: #1d2126; --line: #39414a; --wrong: #ffb4ab; --warning: #f2c14e; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
h3 { margin: 0 0 .5rem; font-size: 1rem; overflow-wrap: anywhere; }
article { margin: 0 0 1rem; padding: 1rem; border: 1px solid var(--line); border-left-width: .25rem; border-radius: .25rem; background: var(--card); overflow-wrap: anywhere; }
article.wrong { border-left-color: var(--wrong); }
article.warning { border-left-color: var(--warning); }
td.wrong { color: var(--wrong); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 .5rem; }
dt, .quiet { color: var(--quiet); font-weight: 400; }
dd, .quiet { margin: 0; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card); }
th, td { padding: .5rem .75rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
summary { cursor: pointer; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
`;
