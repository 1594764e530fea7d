import { presets } from "@journey-kit/schemas/tables";
import { type ApiClient, createSimulator } from "@journey-kit/simulator";
import { describe, expect, it } from "vitest";
import { renderScreen, type Screen } from "./start-screen.ts";

const url = "http://127.0.0.1:4010";
const show = (more: Partial<Screen> = {}): string =>
  renderScreen({
    url,
    version: "1.2.3",
    region: "eu",
    profile: presets.specified,
    published: createSimulator().published(),
    clients: undefined,
    opened: [],
    hasPlayground: false,
    store: "memory",
    command: "journey",
    style: (_, text) => text,
    ...more,
  });

const client = (more: Partial<ApiClient>): ApiClient => ({ clientId: "it's me", clientSecret: "hush", ...more });

describe("the start screen", () => {
  it("shows the address, the regions and the resource ids (spec 1, 2.1)", () => {
    const screen = show({ region: "us" });
    expect(screen).toContain(`journey 1.2.3  ${url}\n`);
    expect(screen).toContain(`us  ${url}/us  or without a prefix\n`);
    expect(screen).toMatch(/v2 {2}preview +age-check-preview/);
    expect(screen.split("\n").every((line) => line.length <= 110)).toBe(true);
  });

  it("mentions the playground only if the simulator serves it", () => {
    expect(show({ hasPlayground: true })).toContain("Open this address in a browser");
    expect(show()).not.toContain("browser");
  });

  it("names the command to run next, and adds the address unless it is the default address", () => {
    expect(show()).toContain("\nIn another terminal, run: journey try\n");
    const other = show({ url: "http://127.0.0.1:5000", command: "./journey" });
    expect(other).toContain("\nIn another terminal, run: ./journey try --simulator http://127.0.0.1:5000\n");
  });

  it("warns about losing worlds only if they are kept in memory", () => {
    expect(show()).toContain("Worlds are kept in memory. They are lost when the simulator stops.\n");
    expect(show({ store: "sqlite" })).not.toContain("lost");
  });

  it("uses a shell variable for the secret of a listed client", () => {
    const screen = show({ clients: [client({ permissions: [] }), client({ clientId: "two" })] });
    expect(screen).toContain("client_id=two");
    expect(screen).toContain('"client_secret=$CLIENT_SECRET"');
    expect(screen).not.toContain("hush");
  });

  it("shows the first listed client if none may start journeys, and encodes its id for the shell", () => {
    const screen = show({ clients: [client({ permissions: [] }), client({ clientId: "two", permissions: [] })] });
    expect(screen).toContain("-d 'grant_type=client_credentials&client_id=it%27s+me&scope=service.token'");
  });

  it("shows a journey that is published in the region of the simulator (spec 1)", () => {
    const [first] = createSimulator().published();
    if (first === undefined) throw new Error("nothing is published");
    const production = { ...first, environment: "production" as const };
    const published = ["us", "eu"].map((region) => ({
      ...production,
      resourceId: `in-${region}`,
      definition: { ...first.definition, apiVersion: "v2" as const },
      regions: [region === "us" ? ("us" as const) : ("eu" as const)],
    }));
    expect(show({ published })).toContain('"resourceId":"in-eu@latest"');
    expect(show({ published, region: "us" })).toContain('"resourceId":"in-us@latest"');
  });

  it("shows the password grant if the client may use no other grant (spec 4.1)", () => {
    const users = [{ username: "ann", password: "hush" }];
    const screen = show({ clients: [client({ grants: ["password"], users })] });
    expect(screen).toContain("grant_type=password&client_id=it%27s+me&username=ann");
    expect(screen).toContain('"password=$PASSWORD"');
    expect(screen).not.toContain("hush");
    const byProfile = show({ profile: { ...presets.specified, "grant-by-client": "password" } });
    expect(byProfile).toContain(
      "grant_type=password&client_id=demo&client_secret=secret&username=user&password=password",
    );
  });

  it("shows how to start a v1 journey if the client has no v2 access (spec 1)", () => {
    const screen = show({ clients: [client({ v2: false })] });
    expect(screen).toContain(`${url}/captain/api/journey/start`);
    expect(screen).toContain('"resourceId":"document-and-selfie-v1@latest"');
  });
});
