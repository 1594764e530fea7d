import { describe, expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, overflow, servePlayground, waitForContent } from "./playground.ts";

/** A name without a place to break, as tools generate them. */
const long = (name: string, length: number) => `${name}-`.repeat(length).slice(0, length);
const world = long("client", 256);
const journey = {
  id: long("journey", 100),
  name: "A journey whose name lists every check, every retry and every market in which somebody uses it",
  generation: "v2",
  segments: [
    {
      id: long("segment", 60),
      interactions: [{ id: long("interaction", 60), pages: [], required: ["DateOfBirth"] }],
      modules: [{ module: "Age Verification", variant: "age-verification-v2" }],
    },
  ],
};

const playground = await servePlayground({ clock: { mode: "frozen" }, journeys: [journey] });
const controls = playground.simulator.world(world);
const scenario = long("scenario", 64);
await controls.scenarios.put({ name: scenario, rules: [{ when: {}, then: { outcome: "Under Age" } }] });
await controls.scenarios.arm({ scenario });
const client = await createForeignClient(playground.url, world);
const first = await client.start(`${journey.id}@latest`);
const second = await client.start("age-check@latest");

const views = [
  "/",
  `/w/${world}/instances`,
  `/w/${world}/instances/${first}`,
  `/w/${world}/instances/${first}/walk`,
  `/w/${world}/requests/1`,
  `/w/${world}/scenarios/${scenario}`,
  `/w/${world}/faults`,
  `/w/${world}/profile`,
  `/compare/${world}/${first}/${world}/${second}`,
  "/reference",
];

describe.skipIf(browser === undefined)("a world with long names", () => {
  test.each(isThorough ? [1440, 768, 420] : [768])("fits a window of %i pixels in every view", (width) =>
    playground.visit(
      `/w/${world}/instances`,
      async (page) => {
        for (const view of views) {
          await page.goto(`${playground.url}/#${view}`);
          await waitForContent(page);
          if (isThorough) await expectAccessible(page);
          expect([view, await overflow(page)]).toEqual([view, 0]);
        }
      },
      { viewport: { width, height: 900 } },
    ),
  );

  test("leaves room for the current view in the breadcrumbs", () =>
    playground.visit(`/w/${world}/instances/${first}/walk`, async (page) => {
      await waitForContent(page);
      const crumb = page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("listitem").last();
      expect(await crumb.evaluate((item) => item.scrollWidth - item.clientWidth)).toBe(0);
    }));
});

/** The request without which a view has no content. */
const firstRequests = {
  instances: "listInstances",
  requests: "listRequests",
  scenarios: "listScenarios",
  faults: "readFaults",
  profile: "readProfile",
  coverage: "readCoverage",
  "instances/nobody": "explainInstance",
};

test.skipIf(browser === undefined)("every view says below its heading that the simulator does not respond", () =>
  playground.visit(
    "/",
    async (page) => {
      await waitForContent(page);
      await page.route("**/_sim/**", (route) => route.abort());
      for (const [view, request] of Object.entries(firstRequests)) {
        await page.goto(`${playground.url}/#/w/nobody/${view}`);
        await page.getByText(`No response from ${request}.`).waitFor();
        await page.getByRole("heading", { level: 1 }).waitFor();
      }
    },
    { expected: [/net::ERR_FAILED/] },
  ),
);
