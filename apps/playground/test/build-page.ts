/** Builds the page before the browser tests, unless it is fresh. */
export async function setup(): Promise<void> {
  await import("../scripts/build.ts");
}
