import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground } from "./playground.ts";

const playground = await servePlayground({ latency: 0 });
const adult = { identity: { dateOfBirth: "1990-12-10" } };

describe.skipIf(browser === undefined)("the page", () => {
  test("arms a scenario that decides the outcome of another client's next instance", () =>
    playground.visit("/w/armed/scenarios", async (page) => {
      await page.getByRole("button", { name: /In$/ }).click();
      await page.getByRole("option", { name: "Age Verification" }).click();
      await page.getByRole("button", { name: /the result is$/ }).click();
      await page.getByRole("option", { name: /^Under Age/ }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Arm", exact: true }).click();
      const world = playground.simulator.world("armed");
      await page.getByText(/^Armed /).waitFor();
      const client = await createForeignClient(playground.url, "armed");
      const scripted = await client.start("age-check@latest", adult);
      const usual = await client.start("age-check@latest", adult);
      const outcomeOf = async (id: string) => (await world.instance(id).explain()).outcome;
      expect([await outcomeOf(scripted), await outcomeOf(usual)]).toEqual(["reject", "accept"]);
      await page.goto(`${playground.url}/#/w/armed/instances`);
      await page.getByRole("row", { name: /Rejected/ }).waitFor();
      await page.getByRole("row", { name: /Accepted/ }).waitFor();
    }));

  test("sets a fault that loses the response to another client's submit, and lists it in the fault log (spec 4.2)", () =>
    playground.visit("/w/lossy/faults", async (page) => {
      await page.getByRole("button", { name: /^Lose the response to the next submit/ }).click();
      const world = playground.simulator.world("lossy");
      await expect.poll(async () => (await world.faults.read()).rules.length).toBe(1);
      const client = await createForeignClient(playground.url, "lossy");
      const id = await client.start("age-check@latest");
      await expect(client.submit(id, adult, "DateOfBirth")).rejects.toThrow(TypeError);
      expect((await world.instance(id).explain()).outcome).toBe("accept");
      await page
        .getByRole("row", { name: /v2\.submitInteraction/ })
        .or(page.getByText("response lost"))
        .last()
        .waitFor();
      await expect.poll(async () => (await world.faults.hits()).hits.length).toBe(1);
      await expectAccessible(page);
    }));
});

describe.skipIf(browser === undefined)("the form of a file", () => {
  test("edits every part of a scenario", () =>
    playground.visit("/w/parts/scenarios", async (page) => {
      const add = async (menu: string, entry: string) => {
        await page.getByRole("button", { name: `Add ${menu}` }).click();
        await page.getByRole("menuitem", { name: entry }).click();
      };
      const choose = async (field: RegExp, option: string | RegExp) => {
        await page.getByRole("button", { name: field }).click();
        await page.getByRole("option", { name: option }).click();
      };
      await page.getByRole("button", { name: "New scenario" }).click();
      await page.getByRole("textbox", { name: /^Name$/ }).fill("parts");
      await choose(/^every module Module$/, "Liveness");
      await add("a condition", "Attempt");
      await page.getByRole("spinbutton", { name: "Attempt" }).fill("2");
      await add("a condition", "Data of the person");
      await choose(/Test$/, /^is one of/);
      await page.getByRole("textbox", { name: "Value" }).fill("Ada, Grace");
      await choose(/^refer Result$/, /^a custom outcome/);
      await page.getByRole("textbox", { name: "Name of the outcome" }).fill("Watch List");
      await add("an effect", "Random duration");
      await page.getByRole("spinbutton", { name: "Duration from, in ms" }).fill("100");
      await page.getByRole("spinbutton", { name: "to", exact: true }).fill("2000");
      await add("an effect", "Advice");
      await page.getByRole("textbox", { name: "Advice", exact: true }).fill('{"score": 1}');
      await page.getByText("Liveness, attempt 2, if identity.lastNames is one of Ada, Grace:").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const { scenarios } = playground.simulator.world("parts");
      await expect.poll(async () => (await scenarios.list()).own).toEqual(["parts"]);
      expect((await scenarios.list()).scenarios.find(({ name }) => name === "parts")?.rules).toEqual([
        {
          when: { module: "Liveness", attempt: 2, subject: [{ path: "identity.lastNames", in: ["Ada", "Grace"] }] },
          then: {
            outcome: { name: "Watch List", classification: "neutral" },
            latency: { min: 100, max: 2_000 },
            advice: { score: 1 },
          },
        },
      ]);
    }));

  test("edits every part of a fault plan, and marks what the simulator refuses", () =>
    playground.visit(
      "/w/plan/faults",
      async (page) => {
        await page.getByRole("button", { name: "Add a rule" }).click();
        await page.getByRole("button", { name: "Add a condition" }).click();
        await page.getByRole("menuitem", { name: "Share of requests" }).click();
        const share = page.getByRole("spinbutton", { name: /^Share of requests/ });
        await share.pressSequentially("0.50");
        expect(await share.inputValue()).toBe("0.50");
        await page.getByRole("spinbutton", { name: /^Status/ }).fill("300");
        await page.getByText("Must be at least 400.").waitFor();
        await page.getByRole("spinbutton", { name: /^Status/ }).fill("429");
        await page.getByLabel("Body, as text or JSON").fill('{"busy": true}');
        await page.getByLabel("Name in the log").fill("busy");
        await expectAccessible(page);
        await page.getByRole("button", { name: "Apply" }).click();
        const { faults } = playground.simulator.world("plan");
        const rule = {
          id: "busy",
          when: { probability: 0.5 },
          then: { type: "status", status: 429, body: { busy: true } },
        };
        await page.getByText("Applied 1 rule.").waitFor();
        expect((await faults.read()).rules).toEqual([rule]);
        await page.getByRole("button", { name: "Add a rule" }).click();
        await page.getByRole("region", { name: "Rule 2" }).getByLabel("Name in the log").fill("busy");
        await page.getByRole("button", { name: "Apply" }).click();
        await page.getByRole("region", { name: "Rule 2" }).getByText("already used by another rule.").waitFor();
      },
      { expected: [/status of 400/] },
    ));

  test("keeps what the user edits while the plan is being applied", () =>
    playground.visit("/w/busy/faults", async (page) => {
      const edited = Promise.withResolvers<void>();
      await page.route("**/_sim/worlds/busy/faults", async (route) => {
        if (route.request().method() === "PUT") await edited.promise;
        await route.continue();
      });
      await page.getByRole("button", { name: "Add a rule" }).click();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("button", { name: "Add a rule" }).click();
      await page.getByRole("region", { name: "Rule 2" }).getByLabel("Name in the log").fill("later");
      edited.resolve();
      await page.getByText("Applied 1 rule.").waitFor();
      expect(await page.getByRole("region", { name: "Rule 2" }).getByLabel("Name in the log").inputValue()).toBe(
        "later",
      );
      await page.getByText("not applied").waitFor();
    }));

  test("keeps what the user edits while a scenario is being saved", () =>
    playground.visit("/w/busy/scenarios", async (page) => {
      const edited = Promise.withResolvers<void>();
      await page.route("**/_sim/worlds/busy/scenarios/*", async (route) => {
        await edited.promise;
        await route.continue();
      });
      await page.getByRole("button", { name: "New scenario" }).click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByLabel("Description").fill("Refers everybody.");
      edited.resolve();
      await page.getByText("Saved my-scenario.").waitFor();
      expect(await page.getByLabel("Description").inputValue()).toBe("Refers everybody.");
      await page.getByText("not saved").first().waitFor();
    }));

  test("moves a rule with its fields, and keeps it folded", () =>
    playground.visit("/w/moved/faults", async (page) => {
      const rule = (i: number) => page.getByRole("region", { name: `Rule ${i}` });
      const nameOf = (i: number) => rule(i).getByLabel("Name in the log");
      for (const [i, name] of ["first", "second"].entries()) {
        await page.getByRole("button", { name: "Add a rule" }).click();
        await nameOf(i + 1).fill(name);
      }
      await page.getByRole("button", { name: /^Rule 1/ }).click();
      await page.getByRole("button", { name: "Move rule 2 up" }).click();
      await expect.poll(() => nameOf(1).inputValue()).toBe("second");
      expect(await nameOf(2).count()).toBe(0);
      await page.getByRole("button", { name: /^Rule 2/ }).click();
      expect(await nameOf(2).inputValue()).toBe("first");
      await page.getByRole("button", { name: "Remove rule 1" }).click();
      await expect.poll(() => nameOf(1).inputValue()).toBe("first");
    }));
});

describe.skipIf(browser === undefined)("a scenario named like a member of every object", () => {
  test.each(["constructor", "toString", "__proto__"])("%s can be opened, changed, saved and armed", (name) =>
    playground.visit(`/w/members-${name}/scenarios`, async (page) => {
      const { scenarios } = playground.simulator.world(`members-${name}`);
      await scenarios.put({ name, rules: [{ when: {}, then: { outcome: "refer" } }] });
      await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
      await page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
      expect(await page.getByText("not saved").count()).toBe(0);
      await page.getByLabel("Description").fill("Refers everybody.");
      await page.getByText("not saved").first().waitFor();
      await page.getByRole("button", { name: "Save and arm" }).click();
      await page.getByText(`Saved and armed ${name}.`).waitFor();
      expect((await scenarios.list()).armed).toEqual([{ scenario: name, times: 1 }]);
      expect((await scenarios.list()).scenarios.find((one) => one.name === name)?.description).toBe(
        "Refers everybody.",
      );
      const client = await createForeignClient(playground.url, `members-${name}`);
      const id = await client.start("age-check@latest", adult);
      await page.goto(`${playground.url}/#/w/members-${name}/instances/${id}`);
      await page.getByRole("heading", { level: 2, name: /^Referred/ }).waitFor();
      await page.getByRole("link", { name, exact: true }).first().waitFor();
    }),
  );
});

describe.skipIf(browser === undefined)("a saved file", () => {
  test.each([
    ["scenarios/rejected", "Scenario"],
    ["faults", "FaultPlan"],
    ["profile", "ProfileFile"],
  ])("from the view %s contains the `$schema` that editors use", (path, schema) =>
    playground.visit(`/w/saved/${path}`, async (page) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save as a file" }).click(),
      ]);
      const { $schema } = JSON.parse(await readFile(await download.path(), "utf8"));
      expect($schema).toBe(`./node_modules/journey-kit/json/${schema}.json`);
    }),
  );
});
