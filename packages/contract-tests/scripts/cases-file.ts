/** Where the page of cases is kept. */
export const casesFile = new URL("../../../docs/src/content/docs/reference/cases.md", import.meta.url);
