/** A heading with the elements below it. */
export interface StepPage {
  readonly label: string;
  readonly elements: readonly string[];
}

/**
 * Puts the elements of a step below the headings of its pages. Each element is shown once; elements without a page come
 * last. A single page needs no heading.
 */
export function groupByPage<State extends { readonly element: string }>(
  states: readonly State[],
  pages: readonly StepPage[],
): readonly { readonly label: string; readonly states: readonly State[] }[] {
  const pageOf = ({ element }: State) => pages.find(({ elements }) => elements.includes(element));
  const rows = pages.map((page) => ({ label: page.label, states: states.filter((state) => pageOf(state) === page) }));
  const rest = { label: "Other data", states: states.filter((state) => pageOf(state) === undefined) };
  const filled = [...rows, rest].filter((row) => row.states.length > 0);
  return filled.length === 1 ? filled.map((row) => ({ ...row, label: "" })) : filled;
}
