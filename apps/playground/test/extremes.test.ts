import type { Locator } from "playwright-core";
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
  apiVersion: "v2",
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

/** How many pixels each element is larger than the part of it that its container shows. */
const cutOff = (elements: Locator): Promise<readonly (readonly [width: number, height: number])[]> =>
  elements.evaluateAll((all) =>
    all.map((one) => [
      one.scrollWidth - (one.parentElement?.clientWidth ?? 0),
      one.scrollHeight - (one.parentElement?.clientHeight ?? 0),
    ]),
  );

/** The texts of the labels that begin before the label on their left ends. */
const findTouching = (labels: Locator): Promise<readonly (string | null)[]> =>
  labels.evaluateAll((all) =>
    all
      .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }))
      .toSorted((one, other) => one.box.left - other.box.left)
      .filter(({ box }, i, sorted) => box.left < (sorted[i - 1]?.box.right ?? 0))
      .map(({ text }) => text),
  );

describe.skipIf(browser === undefined)("a window of 1280 by 900 pixels", async () => {
  const uuid = "3f2b8c1e-6a4d-4f0b-9c7e-1d2e3f4a5b6c";
  const { clock } = playground.simulator.world(uuid);
  const caller = await createForeignClient(playground.url, uuid);
  const id = await caller.start("full-kyc@latest");
  for (const [i, ms] of [28_100, 14_900, 1_000, 108_000, 900, ...Array<number>(10).fill(100)].entries()) {
    await clock.advance({ ms });
    const resource = i % 2 === 0 ? "state" : "interaction"; // polls that read the same would be one row
    await caller.post(`/v2/captain/journey/${resource}/fetch`, { instanceId: id });
  }
  const window = { viewport: { width: 1280, height: 900 } };

  test("shows the tables of the home page in full, and marks the last start as world time", () =>
    playground.visit(
      "/",
      async (page) => {
        await waitForContent(page);
        await page.getByRole("row", { name: new RegExp(`^${uuid} .* ago world time`) }).waitFor();
        const widths = (await cutOff(page.getByRole("table"))).map(([width]) => width);
        expect(widths).toEqual([0, 0]);
      },
      window,
    ));

  test("shows a journey in full, without overlapping labels on the timeline", () =>
    playground.visit(
      `/w/${uuid}/instances/${id}`,
      async (page) => {
        await waitForContent(page);
        expect(await cutOff(page.getByRole("region", { name: "Journey" }).getByRole("list").first())).toEqual([[0, 0]]);
        const labels = page.getByText("0 s", { exact: true }).locator("..").locator("span").filter({ visible: true });
        await expect.poll(() => findTouching(labels)).toEqual([]);
        expect(await labels.count()).toBeGreaterThan(2);
      },
      window,
    ));

  test("shows 17 requests in full, without scrolling", () =>
    playground.visit(
      `/w/${uuid}/requests`,
      async (page) => {
        await waitForContent(page);
        await expect.poll(() => page.getByRole("row").count()).toBe(18);
        expect(await cutOff(page.getByRole("grid", { name: "Requests" }))).toEqual([[0, 0]]);
        expect(await page.evaluate("document.documentElement.scrollHeight")).toBe(900);
      },
      window,
    ));
});

test.skipIf(browser === undefined)(
  "if the simulator does not respond, the comparison says so instead of listing no instances",
  () =>
    playground.visit(
      "/",
      async (page) => {
        await waitForContent(page);
        await page.route("**/_sim/**", (route) => route.abort());
        await page.goto(`${playground.url}/#/compare`);
        await page.reload();
        await page.getByRole("button", { name: /No response from the simulator.* First instance/ }).waitFor();
        await page.getByRole("button", { name: /No response from the simulator.* Second instance/ }).waitFor();
      },
      { expected: [/net::ERR_FAILED/] },
    ),
);

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
