import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Divergence } from "@journey-kit/contract-tests/traffic";
import { Scenario } from "@journey-kit/schemas/control";
import { resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Outcome, runCli, runUnder } from "../../test/terminal.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "traffic-"));
});
afterAll(() => rm(folder, { recursive: true }));

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const path = (name: string) => join(folder, name);
const readJson = async (name: string) => JSON.parse(await readFile(path(name), "utf8"));

/** Serves a simulator. `change` changes the bodies of its responses. */
async function serveUpstream(change: (body: string) => string = (body) => body): Promise<string> {
  const simulator = createSimulator({ profile: "observed", latency: 0 });
  const { url, close } = await serveSimulator(
    {
      app: {
        fetch: async (request, bindings) => {
          const response = await simulator.app.fetch(request, bindings);
          const body = change(await response.text());
          return new Response(response.status === 204 ? null : body, response);
        },
      },
    },
    { port: 0 },
  );
  closing.push(close);
  return url;
}

/** Watches while `act` uses the proxy, and stops when it has ended. */
async function watch(act: (url: string) => Promise<unknown>, ...flags: readonly string[]): Promise<Outcome> {
  const stopping = new AbortController();
  let printed = "";
  let acted: Promise<unknown> | undefined;
  const onError = (chunk: string) => {
    printed += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+(?=, as)/.exec(printed) ?? [];
    if (url !== undefined) acted ??= act(url).finally(() => stopping.abort("SIGINT"));
  };
  const outcome = await runUnder(["watch", "--port", "0", "--json", ...flags], stopping.signal, { onError });
  await acted;
  return outcome;
}

const tryJourney = (url: string) => runCli("try", "age-check", "--simulator", url, "--client-id", "my-tests");

describe("watch and learn", () => {
  test("find the readings of a service, write them with everything that was seen, and keep secrets out of it (spec 2 to 9)", {
    timeout: 300_000,
  }, async () => {
    const upstream = await serveUpstream();
    const names = { out: "profile.json", page: "page.html", record: "traffic.har", snapshot: "world.json" };
    const others = { scenario: "scenario.json", junit: "traffic.xml", summary: "summary.md" };
    const files = Object.entries({ ...names, ...others }).flatMap(([flag, name]) => [`--${flag}`, path(name)]);
    let secrets: readonly string[] = [];
    const act = async (url: string) => {
      const { out } = await tryJourney(url);
      expect(out).toContain("Completed: ");
      secrets = ["my-tests", ...out.matchAll(/Bearer ([\w.-]{8,})/g)].map(String);
    };
    const { code, out, err } = await watch(act, "--upstream", upstream, ...files);
    expect(code, err).toBe(0);
    expect(err).toContain(`Requests go to ${upstream}. Press Ctrl-C to stop.\n`);
    expect(err).toContain("\nfound       token-lifetime (spec 8): 300s\n");
    const report = JSON.parse(out);
    expect(report).toMatchObject({ passed: true, divergences: [], instances: 1 });
    const { $schema, ...profile } = await readJson("profile.json");
    expect($schema).toBe("./node_modules/journey-kit/json/ProfileFile.json");
    expect(resolveProfile(profile)).toMatchObject({ "token-lifetime": "300s", "outcome-spelling": "decision" });
    expect(profile.evidence["token-lifetime"]).toMatchObject({ status: "found", possible: ["300s"] });
    const scenario = await readJson("scenario.json");
    expect(Scenario.parse(scenario).rules.length).toBeGreaterThan(0);
    const world = createSimulator().world("opened");
    await world.snapshot.open(await readJson("world.json"));
    const { instances } = await world.instances();
    expect(instances).toMatchObject([{ phase: "finished" }]);
    expect(await readFile(path("traffic.xml"), "utf8")).toContain("A profile explains every response.");
    expect(await readFile(path("summary.md"), "utf8")).toContain("0 divergences");
    expect(await readFile(path("page.html"), "utf8")).toContain("<code>token-lifetime</code>");
    const written = await readdir(folder);
    expect(written.toSorted()).toEqual(Object.values({ ...names, ...others }).toSorted()); // no draft is left
    for (const name of written) {
      const text = await readFile(path(name), "utf8");
      for (const secret of secrets) expect(text, name).not.toContain(secret);
    }

    const earlier = { readings: { ...profile.readings, "token-lifetime": "60s" } };
    await writeFile(path("earlier.json"), JSON.stringify(earlier));
    const compared = ["learn", path("traffic.har"), "--profile", path("earlier.json"), "--json"];
    const drifted = await runCli(...compared, "--fail-on-drift");
    expect(drifted.code).toBe(1);
    expect(JSON.parse(drifted.out)).toMatchObject({
      ...{ passed: false, instances: 1, exchanges: report.exchanges },
      comparison: { changed: [{ gap: "token-lifetime", before: ["60s"], now: ["300s"] }] },
    });
  });

  test("report a response that no profile explains, and exit with 1 only with --fail-on-drift (spec 4.2)", {
    timeout: 300_000,
  }, async () => {
    const upstream = await serveUpstream((body) =>
      body.includes('"status":"Completed"') ? body.replace("{", '{"surprise":1,') : body,
    );
    const [record, junit] = [path("drift.har"), path("drift.xml")];
    const seen = await watch(tryJourney, "--upstream", upstream, "--record", record);
    expect(seen.code).toBe(0);
    expect(seen.err).toMatch(/^divergence {2}#\d+ v2\.fetchState, surprise: expected: /m);
    const places = JSON.parse(seen.out).divergences.map((one: Divergence) => `${one.endpoint} ${one.place}`);
    expect(places).toEqual(["v2.fetchInteraction surprise", "v2.fetchState surprise"]);
    const learned = await runCli("learn", record, "--fail-on-drift", "--junit", junit);
    expect(learned.code).toBe(1);
    expect(learned.out).toContain("  v2.fetchState, surprise\n");
    expect(await readFile(junit, "utf8")).toMatch(
      /name="v2.fetchState" time="0"><failure message="v2.fetchState, surprise"/,
    );
  });

  test("if the service cannot be reached, the client receives 502, and nothing is found", {
    timeout: 60_000,
  }, async () => {
    const unused = createServer();
    await once(unused.listen(0, "127.0.0.1"), "listening");
    const { port } = unused.address() as AddressInfo; // a server that listens on a port
    await new Promise((resolve) => unused.close(resolve));
    let status = 0;
    const act = async (url: string) => {
      status = (await fetch(`${url}/health`)).status;
    };
    const { code, out } = await watch(act, "--upstream", `http://127.0.0.1:${port}`, "--fail-on-drift");
    expect(status).toBe(502);
    expect([code, JSON.parse(out)]).toMatchObject([1, { exchanges: 0, passed: false }]);
  });

  test.each([
    [["learn", "missing.har"], "missing.har does not exist."],
    [["learn", "package.json"], "package.json: "],
    [["watch"], "required option '--upstream <url>' not specified"],
    [["watch", "--upstream", "ftp://x"], "--upstream must be an address such as https://eu.example."],
    [["learn"], "missing required argument 'file'"],
    [
      ["learn", "x.har", "--profile", "obsrved"],
      '--profile must be "specified", "observed" or the path of a JSON file.',
    ],
  ])("%j is refused with code 2", async (args, problem) => {
    const { code, err } = await runCli(...args);
    expect(code).toBe(2);
    expect(err.toLowerCase()).toContain(problem.toLowerCase());
  });

  test("a port that is taken is reported in one line", async () => {
    const other = createServer();
    await once(other.listen(0, "127.0.0.1"), "listening");
    closing.push(() => new Promise((resolve) => other.close(resolve)));
    const { port } = other.address() as AddressInfo; // a server that listens on a port
    const { code, err } = await runCli("watch", "--upstream", "http://127.0.0.1:9", "--port", `${port}`);
    expect({ code, err }).toEqual({
      code: 2,
      err: `journey: Port ${port} on 127.0.0.1 is already in use. Choose another with --port, or use 0 for a free port.\n`,
    });
  });
});
