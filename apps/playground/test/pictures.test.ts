import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { image } from "../../../packages/simulator/test/samples.ts";
import { isThorough, sample } from "../../../vitest.shared.ts";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, overflow, servePlayground, waitForContent } from "./playground.ts";

const folder = join(import.meta.dirname, "../.report/pictures");

const playground = await servePlayground({ clock: { mode: "frozen", at: Date.UTC(2026, 0, 31, 9, 30) } });
const world = playground.simulator.world("acme-tests");
const client = await createForeignClient(playground.url, "acme-tests");
const instanceId = await runToTheMiddle();
const [accepted = "", rejected = ""] = (await world.instances()).instances.map((one) => one.instanceId);
const walked = await client.start("onboarding@latest");
const walkedV1 = await client.startV1("identity-check-v1@latest");

/** Runs a journey up to the modules of its second segment. One response is lost, and the client repeats the submit. */
async function runToTheMiddle(): Promise<string> {
  await world.scenarios.put({
    name: "document-suspect",
    rules: [{ when: { module: "Document Authentication" }, then: { outcome: "Medium Risk" } }],
  });
  const birth = (dateOfBirth: string) => ({ identity: { dateOfBirth } });
  for (const date of ["1990-12-10", "2020-12-10"]) {
    await client.start("age-check@latest", birth(date));
    await world.clock.advance({ ms: 31_000 });
  }
  await world.scenarios.arm({ scenario: "document-suspect" });
  const id = await client.start("full-kyc@latest");
  const name = { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" } };
  const wait = (ms: number) => world.clock.advance({ ms });
  const poll = () => client.post("/v2/captain/journey/state/fetch", { instanceId: id });
  await wait(650);
  await client.submit(id, name, "FullName", "DateOfBirth");
  await wait(1_050);
  await client.submit(id, { identity: { currentAddress: { postalCode: "SW1Y 4JH" } } }, "CurrentAddress");
  await wait(1_000);
  await poll();
  await wait(1_400);
  await poll();
  await world.faults.set({ rules: [{ when: { endpoint: "v2.submitInteraction" }, then: { type: "dropResponse" } }] });
  const document = { documents: [{ type: "Primary", side1Image: image }] };
  await expect(client.submit(id, document, "PrimaryDocument")).rejects.toThrow(TypeError);
  await world.faults.set({ rules: [] });
  await wait(420);
  await client.post("/v2/captain/journey/interaction/submit", {
    instanceId: id,
    interactionId: "full-kyc:interaction:document@latest",
    participants: [{ domainElementId: "PrimaryDocument" }],
    context: { subject: document },
  });
  await wait(980);
  await poll();
  await wait(1_200);
  await poll();
  return id;
}

const layouts = [
  { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { colorScheme: "light", viewport: { width: 390, height: 844 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

const views: readonly (readonly [name: string, view: string])[] = [
  ["home", "/"],
  ["instances", "/w/acme-tests/instances"],
  ["instance", `/w/acme-tests/instances/${instanceId}`],
  ["ended", `/w/acme-tests/instances/${rejected}`],
  ["walk", `/w/acme-tests/instances/${walked}/walk`],
  ["walk-v1", `/w/acme-tests/instances/${walkedV1}/walk`],
  ["walk-running", `/w/acme-tests/instances/${instanceId}/walk`],
  ["requests", "/w/acme-tests/requests/12"],
  ["scenarios", "/w/acme-tests/scenarios/document-suspect"],
  ["faults", "/w/acme-tests/faults"],
  ["profile", "/w/acme-tests/profile/stale-interaction"],
  ["coverage", "/w/acme-tests/coverage"],
  ["compare", `/compare/acme-tests/${accepted}/acme-tests/${rejected}`],
  ["reference", "/reference"],
];

describe.skipIf(browser === undefined)("a world with data", () => {
  describe.each(isThorough ? layouts : layouts.slice(0, 1))(
    "in the $colorScheme theme, $viewport.width pixels wide",
    ({ colorScheme, viewport }) => {
      const visit = playground.share({ colorScheme, viewport });
      test.each(sample(views, 5))("shows the view %s without an accessibility violation", (name, view) =>
        visit(view, async (page) => {
          await waitForContent(page);
          await expectAccessible(page);
          expect(await overflow(page)).toBe(0);
          await takePicture(page, `${name}-${viewport.width}-${colorScheme}`);
        }),
      );
    },
  );
});

/** The picture of the README. `CI=true pnpm --filter @journey-kit/playground pictures` copies it there. */
describe.skipIf(browser === undefined)("the README shows", () => {
  const layout = { colorScheme: "light", viewport: { width: 1440, height: 1180 } } as const;

  test("an instance whose modules are running", () =>
    playground.visit(
      `/w/acme-tests/instances/${instanceId}`,
      async (page) => {
        await page.getByRole("heading", { name: "Two modules are running, and the clock is frozen." }).waitFor();
        await page
          .getByRole("button", { name: /^Document Authentication/ })
          .first()
          .click();
        await takePicture(page, "readme-instance", { fullPage: false });
      },
      layout,
    ));
});

interface Picture {
  readonly name: string;
  readonly view: string;
  /** What the user does first. */
  readonly act?: (page: Page) => Promise<void>;
}

/** The pictures of the guide "Use the playground", in both themes. */
describe.skipIf(browser === undefined)("the guide shows", () => {
  const instance = `/w/acme-tests/instances/${instanceId}`;
  const pictures: readonly Picture[] = [
    { name: "instance", view: instance },
    { name: "request", view: "/w/acme-tests/requests/13" },
    {
      name: "past",
      view: instance,
      act: async (page) => {
        for (const key of ["[", "[", "[", "[", "["]) await page.keyboard.press(key);
      },
    },
    { name: "compare", view: `/compare/acme-tests/${accepted}/acme-tests/${rejected}` },
  ];

  describe.each(isThorough ? (["light", "dark"] as const) : (["light"] as const))("in the %s theme", (colorScheme) => {
    test.each(pictures)("the picture $name", ({ name, view, act }) =>
      playground.visit(
        view,
        async (page) => {
          await waitForContent(page);
          await act?.(page);
          await page.evaluate("document.fonts.ready");
          await takePicture(page, `guide-${name}-${colorScheme}`, { fullPage: false });
        },
        { colorScheme, viewport: { width: 1440, height: 960 } },
      ),
    );
  });
});

async function takePicture(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
