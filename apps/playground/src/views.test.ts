import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { paths } from "./paths.ts";

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), "utf8");
const views = readdirSync(join(import.meta.dirname, "views"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(views)("the view %s has an address, a route and a picture", (view) => {
  expect(paths).toHaveProperty(view);
  expect(read("views.tsx") + read("saved-views.tsx")).toContain(`./views/${view}/`);
  expect(read("../test/pictures.test.ts")).toContain(`["${view}", `);
});
