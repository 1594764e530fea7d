/** Whether a text contains every word of a filter, in any order and case. */
export function matchesWords(text: string, filter: string): boolean {
  const content = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}
