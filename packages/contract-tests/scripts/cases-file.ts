/** Where the page of cases is kept. */
export const casesFile = new URL("../../../docs/cases.md", import.meta.url);
