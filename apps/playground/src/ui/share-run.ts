import { renderRunFile, toFileName } from "@journey-kit/schemas/report";
import type { Target } from "../api/target.ts";
import { downloadText } from "./download.ts";
import { report } from "./notices.tsx";

/** Downloads a world as one file that shows its journeys without a simulator. Reports the result, or an error. */
export const shareRun = (target: Target, world: string): void => report(saveRun(target, world));

async function saveRun({ control }: Target, world: string): Promise<string> {
  const [page, snapshot] = await Promise.all([
    readRunPage(),
    control.world(world).snapshot.save({ personalData: "replaced" }),
  ]);
  const name = `${toFileName(world)}.run.html`;
  downloadText(name, renderRunFile(page, snapshot), "text/html");
  return `Saved ${name}. Any browser opens it, without a network. Sample values replace personal data.`;
}

/** Reads the page without data, which lies next to this page. */
async function readRunPage(): Promise<string> {
  const response = await fetch(new URL("run.html", document.baseURI));
  if (!response.ok) throw new Error(`The page of a shared run cannot be loaded (${response.status}).`);
  return response.text();
}
