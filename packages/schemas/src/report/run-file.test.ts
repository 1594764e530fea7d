import { expect, test } from "vitest";
import * as z from "zod";
import { WorldSnapshot } from "../control/index.ts";
import { findRunText, renderRunFile, type SharedRun } from "./run-file.ts";

const [example] = z.globalRegistry.get(WorldSnapshot)?.examples ?? [];
const snapshot = WorldSnapshot.parse(example);

const readRun = (html: string): SharedRun => JSON.parse(findRunText(html) ?? "");

test("the data stands at its place, and no text in it ends its element", () => {
  const findings = [{ requirement: "start-sent-once", problem: "</script><script>alert(1)</script>", requests: [3] }];
  const html = renderRunFile(
    "<body><!-- run --><p>after</p><script>'<!-- run -->'</script></body>",
    { ...snapshot, world: "<!-- run -->$&" },
    findings,
  );
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html.startsWith("<body><script ") && html.endsWith("<p>after</p><script>'<!-- run -->'</script></body>")).toBe(
    true,
  );
  expect(readRun(html)).toEqual({
    format: "journey-run",
    version: 1,
    snapshot: { ...snapshot, world: "<!-- run -->$&" },
    findings,
  });
});

test("refuses a page without a place for the data", () => {
  expect(() => renderRunFile("<body></body>", snapshot)).toThrow(TypeError);
});
