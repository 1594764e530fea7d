export const styles = `
:root {
  color-scheme: light dark;
  --text: #1b1f24; --quiet: #57606a; --back: #f4f5f7; --card: #fff; --line: #c3c9d1; --field: #8a939e;
  --accent: #0b57d0; --on-accent: #fff; --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e8eb; --quiet: #a2abb6; --back: #14171b; --card: #1d2126; --line: #39414a; --field: #7d8792;
    --accent: #8ab4f8; --on-accent: #10131a; --wrong: #ffb4ab;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 38rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; color: var(--quiet); font-weight: 600; }
header p { margin: 0; }
footer { padding-top: 1rem; padding-bottom: 2rem; color: var(--quiet); font-size: .875rem; }
footer p { margin: .25rem 0; }
h1 { margin: .25rem 0 1.25rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 1.75rem 0 .75rem; font-size: 1.25rem; }
fieldset { margin: 0 0 1.25rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); min-width: 0; }
legend { float: left; width: 100%; margin-bottom: .75rem; padding: 0; font-size: 1.125rem; font-weight: 600; }
legend + * { clear: both; }
.field + .field { margin-top: 1rem; }
.field > label { display: block; font-weight: 500; margin-bottom: .25rem; }
.checkbox { display: flex; gap: .75rem; align-items: center; flex-wrap: wrap; }
.checkbox > p { flex-basis: 100%; }
.checkbox > label { margin: 0; flex: 1; }
.hint { color: var(--quiet); font-weight: 400; }
.field .hint, .field .problem { margin: 0 0 .25rem; font-size: .9375rem; }
.problem { color: var(--wrong); font-weight: 600; }
.wrong { border-left: .25rem solid var(--wrong); padding-left: .75rem; }
input:not([type="checkbox"]) { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--field); border-radius: .25rem; background: var(--card); color: inherit; font: inherit; }
input[type="date"] { max-width: 14rem; }
input[type="checkbox"] { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
input[aria-invalid] { border: 2px solid var(--wrong); }
button { width: 100%; min-height: 3rem; padding: .5rem 2rem; border: 0; border-radius: .25rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problems { margin: 1rem 0 1.5rem; padding: 1rem 1.25rem; border: 2px solid var(--wrong); border-radius: .5rem; background: var(--card); }
.problems h2 { margin: 0 0 .5rem; }
.problems ul { margin: 0; padding-left: 1.25rem; }
.problems a { color: var(--wrong); font-weight: 600; }
dl { margin: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
dt { color: var(--quiet); }
dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
@media (min-width: 40rem) { button { width: auto; } }
`;
