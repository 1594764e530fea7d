import type { WorldSnapshot } from "../control/index.ts";

/** A requirement that a client does not meet. */
export interface RunFinding {
  readonly requirement: string;
  /** What the client did wrong. */
  readonly problem: string;
  /** Numbers of the requests that show it. */
  readonly requests: readonly number[];
}

/** The data of a `run.html`. */
export interface SharedRun {
  readonly format: "journey-run";
  readonly version: 1;
  readonly snapshot: WorldSnapshot;
  /** What a check found. Empty without a check. */
  readonly findings: readonly RunFinding[];
}

/** The id of the element that contains the data. */
export const runElementId = "journey-run";

const element = new RegExp(`<script type="application/json" id="${runElementId}">(.*?)</script>`, "s");

/** The data of a `run.html` as JSON text; undefined for another page. */
export const findRunText = (page: string): string | undefined => element.exec(page)?.[1];

/** A file name for a world, without an extension. Different client ids can have the same one. */
export const toFileName = (world: string): string => world.replaceAll(/[^\w.@-]/g, "_");

/** The place of the data in the page without data: its first one, because the page contains this module too. */
const place = "<!-- run -->";

/**
 * Renders a `run.html`: one file that shows a saved world without a simulator and without a network.
 *
 * @param page The page without data, which the playground serves as `run.html`.
 * @param snapshot A world that was saved with `personalData: "replaced"`.
 * @throws {TypeError} If the page has no place for the data.
 */
export function renderRunFile(page: string, snapshot: WorldSnapshot, findings: readonly RunFinding[] = []): string {
  const at = page.indexOf(place);
  if (at === -1) throw new TypeError("The page has no place for a run.");
  const run: SharedRun = { format: "journey-run", version: 1, snapshot, findings };
  const data = JSON.stringify(run).replaceAll("<", "\\u003c"); // no text can end the element
  const filled = `<script type="application/json" id="${runElementId}">${data}</script>`;
  return page.slice(0, at) + filled + page.slice(at + place.length);
}
