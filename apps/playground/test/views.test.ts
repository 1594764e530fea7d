import { describe, expect, test } from "vitest";
import { isThorough, sample } from "../../../vitest.shared.ts";
import { browser, expectAccessible, overflow, servePlayground, waitForContent } from "./playground.ts";

const playground = await servePlayground();
const world = playground.simulator.world("acme");
await world.clock.set({ mode: "frozen" });

const views = [
  "/",
  "/w/acme/instances",
  "/w/acme/requests",
  "/w/acme/scenarios",
  "/w/acme/faults",
  "/w/acme/profile",
  "/w/acme/coverage",
  "/compare",
  "/reference",
  "/nowhere",
];

const layouts = [
  { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

describe.skipIf(browser === undefined)("every view", () => {
  describe.each(isThorough ? layouts : layouts.slice(1))(
    "in the $colorScheme theme, $viewport.width pixels wide",
    (layout) => {
      const visit = playground.share(layout);
      test.each(sample(views, 3))("%s has no accessibility violation and fits the window", (view) =>
        visit(view, async (page) => {
          await waitForContent(page);
          await expectAccessible(page);
          expect(await overflow(page)).toBe(0);
        }),
      );
    },
  );
});
