import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createForeignClient } from "./foreign-client.ts";
import { browser, expectAccessible, servePlayground, waitForFocus } from "./playground.ts";

const playground = await servePlayground({ clock: { mode: "frozen" } });

describe.skipIf(browser === undefined)("a journey through the page", () => {
  test("goes from start to referral by keyboard alone (spec 1, 2.5)", () =>
    playground.visit("/w/keyboard/instances", async (page) => {
      const { keyboard } = page;
      const world = playground.simulator.world("keyboard");
      await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();
      await keyboard.press("j");
      const dialog = page.getByRole("dialog", { name: "Start a journey" });
      await press(page, dialog.getByRole("button", { name: "More" }));
      await reach(page, dialog.getByRole("radio", { name: "Scenario" }));
      await keyboard.press("ArrowRight");
      await keyboard.press("Space");
      await dialog.getByRole("option", { name: /Testrefer$/ }).waitFor();
      await expectAccessible(page);
      await keyboard.type("every module leads to refer");
      await keyboard.press("ArrowDown");
      await keyboard.press("Enter");
      await dialog.getByRole("option", { name: /Testrefer/, selected: true }).waitFor();
      await press(page, dialog.getByRole("button", { name: "Start", exact: true }));

      await page.getByRole("heading", { name: "Interaction person" }).waitFor();
      await page.getByRole("region", { name: "Full name" }).getByText("accepted with the start").waitFor();
      await expectAccessible(page);
      await reach(page, page.locator("input").and(page.getByLabel(/^Date of birth/)));
      await keyboard.type("12101990");
      await press(page, page.getByRole("button", { name: "Submit", exact: true }));

      const running = page.getByRole("heading", { name: "Data Verification is running, and the clock is frozen." });
      await running.waitFor();
      await expectAccessible(page);
      await keyboard.press("n");
      await page.getByRole("heading", { name: "Interaction document" }).waitFor();
      await press(page, page.getByRole("button", { name: "Use the sample" }).first());
      await page.getByRole("img", { name: /preview/ }).waitFor();
      await expectAccessible(page);
      await press(page, page.getByRole("button", { name: "Submit", exact: true }));

      for (const modules of ["Three modules are", "Two modules are", "Document Authentication is"]) {
        await page.getByRole("heading", { name: `${modules} running, and the clock is frozen.` }).waitFor();
        await keyboard.press("n");
      }
      await page.getByRole("heading", { name: "Interaction selfie" }).waitFor();
      await keyboard.press("f");
      await page.getByRole("img", { name: /preview/ }).waitFor();
      await keyboard.press("s");
      await page.getByRole("heading", { name: "Two modules are running, and the clock is frozen." }).waitFor();
      await keyboard.press("n");

      await page.getByRole("heading", { name: /^Referred after/ }).waitFor();
      await expectAccessible(page);
      const { instances } = await world.instances();
      expect(instances).toMatchObject([{ journey: "document-and-selfie", phase: "finished", outcome: "refer" }]);
    }));

  test("starts with the first test person that the filter shows", () =>
    playground.visit("/w/filter/instances", async (page) => {
      await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();
      await page.keyboard.press("j");
      const dialog = page.getByRole("dialog", { name: "Start a journey" });
      await dialog.getByRole("button", { name: "More" }).click();
      await dialog.getByRole("radio", { name: "Test person" }).click();
      await dialog.getByRole("option", { name: /Testreject$/ }).waitFor();
      await waitForFocus(dialog.getByLabel("Filter the test people"));
      await page.keyboard.type("facematch");
      await dialog.getByRole("option", { name: /Testfacematchfail/, selected: true }).waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByRole("region", { name: "Full name" }).getByText("accepted with the start").waitFor();
    }));

  test("completes the tasks of a v1 journey and is accepted (spec 2.3, 4.3)", () =>
    playground.visit("/w/tasks/instances", async (page) => {
      const world = playground.simulator.world("tasks");
      await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();
      await page.keyboard.press("j");
      const dialog = page.getByRole("dialog", { name: "Start a journey" });
      await dialog.getByRole("button", { name: "More" }).click();
      await dialog.getByRole("button", { name: /Journey/ }).click();
      await page.getByRole("option", { name: /^Identity check \(v1\)/ }).click();
      await dialog.getByRole("button", { name: "Start", exact: true }).click();

      await page.getByRole("heading", { name: "Task person" }).waitFor();
      await expectAccessible(page);
      await page.getByRole("radio", { name: /^address/ }).click();
      await page.getByRole("heading", { name: "Task address" }).waitFor();
      await page.getByLabel("Postal code").fill("SW1Y 4JH");
      await page.getByRole("button", { name: "Complete the task" }).click();
      await page.getByRole("heading", { name: "Task person" }).waitFor();
      await page.getByRole("button", { name: "Fill with sample data" }).click();
      await page.getByRole("button", { name: "Complete the task" }).click();
      await page.getByRole("button", { name: /^Next event.*s/ }).click();
      await page.getByRole("heading", { name: /^Accepted after/ }).waitFor();
      await expectAccessible(page);
      const [instance] = (await world.instances()).instances;
      expect(instance).toMatchObject({ apiVersion: "v1", phase: "finished", outcome: "accept" });
      const { steps } = await world.instance(`${instance?.instanceId}`).explain();
      expect(steps.map(({ id, stage }) => [id, stage])).toEqual([
        ["person", "Completed"],
        ["address", "Completed"],
      ]);
    }));
});

describe.skipIf(browser === undefined)("the form of a step", () => {
  test("shows an error next to the invalid field, both before sending and after a refusal (spec 2.8, 7)", async () => {
    const client = await createForeignClient(playground.url, "mistakes");
    const id = await client.start("age-check@latest");
    const enterMistake = async (page: Page) => {
      const element = page.getByRole("region", { name: "Date of birth" });
      const field = element.locator("input[type=date]");
      const isMarked = () => field.getAttribute("aria-invalid");
      await field.focus();
      await page.keyboard.type("121019900"); // a digit too many
      await element.getByText("Must be a date such as").waitFor();
      expect(await isMarked()).toBe("true");
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      await element.getByText("context.subject.identity.dateOfBirth is not valid.").waitFor();
      await page.getByRole("alert").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Fill Date of birth with sample data" }).click();
      await expect.poll(isMarked).toBeNull();
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      await page.getByRole("heading", { name: /^Age Verification is running/ }).waitFor();
    };
    await playground.visit(`/w/mistakes/instances/${id}/walk`, enterMistake, { expected: [/status of 400/] });
  });

  test("can be filled in as JSON, with completions and marked errors, and then submitted", async () => {
    const client = await createForeignClient(playground.url, "editor");
    const id = await client.start("age-check@latest");
    await playground.visit(`/w/editor/instances/${id}/walk`, async (page) => {
      const { keyboard } = page;
      await page.getByRole("radio", { name: "JSON" }).click();
      const editor = page.getByRole("textbox", { name: "Request body" });
      await editor.getByText(id).waitFor();
      await expectAccessible(page);

      const offers = page.getByRole("listbox", { name: "Completions" });
      const take = (offer: RegExp) => offers.getByRole("option", { name: offer }).click();
      await editor.focus();
      await keyboard.press("Control+a");
      await keyboard.press("Delete");
      await keyboard.type("{");
      await take(/^instanceId/);
      await take(new RegExp(`^${id}`));
      await keyboard.type(",");
      await take(/^interactionId/);
      await take(/^age-check:interaction:birth/);
      await keyboard.type(",");
      for (const offer of [/^participants/, /^\[\]/, /^\{\}/, /^domainElementId/, /^DateOfBirth/]) await take(offer);
      await keyboard.press("ArrowRight");
      await keyboard.press("ArrowRight");
      await keyboard.type(",");
      for (const offer of [/^context/, /^\{\}/, /^subject/, /^\{\}/, /^identity/, /^\{\}/, /^dateOfBirth/])
        await take(offer);
      await keyboard.type(`"soon`); // the editor adds the second quote
      await page.getByRole("status").getByText("1 problem").waitFor();
      await expect.poll(() => editor.locator(".cm-lintRange-error").allInnerTexts()).toEqual(['"soon"']);
      await expectAccessible(page);
      for (const _ of "soon") await keyboard.press("Backspace");
      await keyboard.type("1990-12-10");
      await editor.locator(".cm-lintRange-error").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("heading", { name: /^Age Verification is running/ }).waitFor();
    });
  });
});

/** Moves the focus to an element with the Tab key. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${target}.`);
}

/** Presses a button by keyboard. */
async function press(page: Page, button: Locator): Promise<void> {
  await reach(page, button);
  await page.keyboard.press("Enter");
}
