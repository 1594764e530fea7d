import { expect, test } from "vitest";
import { noon, openService, type Reply, type Service, sentSubject } from "../../../test/service.ts";

const html = { accept: "text/html,application/xhtml+xml" };
const png = new File([Uint8Array.from(atob("aW1hZ2U="), (letter) => letter.charCodeAt(0))], "front.png", {
  type: "image/png",
});

/** Starts a `page` instance, and returns functions that open and submit its pages as a browser does. */
async function openPages(service: Service, journey: string, subject: unknown = {}, more: object = {}) {
  const config = { delivery: "page", async: true, ...more };
  const apiVersion = journey.endsWith("-v1") ? service.v1 : service.v2;
  const { async: _, ...v2Config } = config;
  const started = await apiVersion("journey/start", {
    resourceId: `${journey}@latest`,
    context: { config: apiVersion === service.v1 ? config : v2Config, subject },
  });
  const instanceId = started.text("instanceId");
  const path = `/journey/${instanceId}`;
  const show = () => service.send(path, { method: "GET", headers: html });
  return {
    instanceId,
    path,
    show,
    /** Posts the fields of the current form, which must contain each of them. */
    submit: async (fields: Readonly<Record<string, string | File>>) => {
      const page = String((await show()).body);
      const body = page.includes("multipart/form-data") ? new FormData() : new URLSearchParams();
      const hidden = /<input type="hidden" name="page" value="([^"]*)"/.exec(page)?.[1] ?? "none";
      for (const [name, value] of Object.entries({ page: hidden, ...fields })) {
        expect(page).toContain(`name="${name}"`);
        if (body instanceof FormData) body.append(name, value);
        else body.append(name, String(value));
      }
      const encoded = new Response(body);
      const headers = { ...html, "content-type": encoded.headers.get("content-type") ?? "" };
      return service.send(path, { method: "POST", headers, body: await encoded.arrayBuffer() });
    },
    state: () => service.v2("journey/state/fetch", { instanceId }),
  };
}

const titleOf = ({ body }: Reply): string => /<h1>([^<]*)<\/h1>/.exec(String(body))?.[1] ?? "";
const problemsOf = ({ body }: Reply): readonly string[] =>
  [...String(body).matchAll(/<p class="problem" id="[^"]*">([^<]*)<\/p>/g)].map(([, text = ""]) => text);

const name = { "FullName.firstName": "Ada", "FullName.lastNames": "Lovelace" };
const birth = { "DateOfBirth.date": "1990-12-10" };

test("a person completes document-and-selfie on hosted pages, with image uploads (spec 2.7, 3.2)", async () => {
  const service = await openService();
  const { show, submit, path, state } = await openPages(service, "document-and-selfie");
  const finish = () => service.world.clock.advance({ ms: 10_000 });
  const first = await show();
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(titleOf(first)).toBe("Personal details");
  const moved = await submit({ ...name, ...birth });
  expect([moved.status, moved.headers.get("location"), moved.body]).toEqual([303, path.split("/").at(-1), ""]);
  const waiting = await show();
  expect(titleOf(waiting)).toBe("Checking your details");
  expect(String(waiting.body)).toContain(`<meta http-equiv="refresh" content="2; url=${path.split("/").at(-1)}"`);
  await finish();
  expect((await submit({ "PrimaryDocument.side1Image": png })).status).toBe(303);
  await finish();
  expect((await submit({ "Selfie.selfieImage": png })).status).toBe(303);
  await finish();
  const end = await show();
  expect(titleOf(end)).toBe("Outcome");
  expect(String(end.body)).toContain("<dd>Accept</dd>");
  expect(String(end.body)).not.toContain("http-equiv");
  expect((await state()).body).toMatchObject({ status: "Completed", context: { subject: sentSubject("FullName") } });
});

test("pages mention that the last name decides the outcome only if the journey collects `FullName` (spec 2.5, 2.7)", async () => {
  const service = await openService();
  const hint = "The last name decides the outcome";
  for (const [journey, isNamed] of [
    ["document-and-selfie", true],
    ["age-check", false],
  ] as const) {
    const { show, instanceId } = await openPages(service, journey);
    expect(String((await show()).body).includes(hint)).toBe(isNamed);
    await service.world.instance(instanceId).pause();
    const paused = await show();
    expect([titleOf(paused), String(paused.body).includes(hint)]).toEqual(["Paused", isNamed]);
  }
  const unknown = await service.send("/journey/sim_unknown", { method: "GET", headers: html });
  expect(String(unknown.body)).not.toContain(hint);
});

test("an error page for a browser cites the reading that decides its status (gap unknown-instance)", async () => {
  const service = await openService();
  const instanceId = await service.start("document-and-selfie@latest");
  const page = await service.send(`/journey/${instanceId}`, { method: "GET", headers: html });
  expect([page.status, page.basis.filter((basis) => basis.startsWith("unknown-instance="))]).toEqual([
    404,
    ["unknown-instance=not-found"],
  ]);
});

test("shows no data that the instance already has (spec 2.7)", async () => {
  const service = await openService();
  const { show, submit } = await openPages(service, "full-kyc", { identity: { dateOfBirth: "1990-12-10" } });
  const pages = [await show()];
  expect((await submit(name)).status).toBe(303);
  for (const ms of [0, 10_000]) {
    await service.world.clock.advance({ ms });
    pages.push(await show());
  }
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(pages.map(({ body }) => body).join("")).not.toMatch(/1990-12-10|Ada|Lovelace/);
});

test("stores an uploaded image exactly like the same image sent in base64 through the API (spec 2.8)", async () => {
  const service = await openService();
  const hosted = await openPages(service, "document-and-selfie", sentSubject("FullName", "DateOfBirth"));
  const called = await service.start("document-and-selfie@latest", sentSubject("FullName", "DateOfBirth"));
  await service.world.clock.advance({ ms: 10_000 });
  expect((await hosted.submit({ "PrimaryDocument.side1Image": png })).status).toBe(303);
  await service.submit(called, "PrimaryDocument");
  const stored = async (id: string) => (await service.world.instance(id).read()).instance.provided.PrimaryDocument;
  expect(await stored(hosted.instanceId)).toEqual(await stored(called));
});

test("shows an invalid form again, with its problems and the entered text (spec 2.7, 2.9)", async () => {
  const service = await openService();
  const { submit, show, state } = await openPages(service, "document-and-selfie");
  const before = await show();
  const refused = await submit({ "FullName.firstName": 'Ada "><script>', ...birth });
  expect(refused.status).toBe(400);
  expect(problemsOf(refused)).toEqual(["Last name is required."]);
  const page = String(refused.body);
  expect(page).toContain('<a href="#FullName.lastNames">Last name is required.</a>');
  expect(page).toContain('value="Ada &quot;&gt;&lt;script&gt;"');
  expect(page).not.toContain("<script>");
  expect(page).toMatch(
    /<input id="FullName.lastNames"[^>]* aria-invalid="true" aria-describedby="FullName.lastNames-problem"/,
  );
  expect(page).toContain('value="1990-12-10"');
  expect(page).toContain("<title>Error: Personal details");
  expect((await show()).body).toBe(before.body);
  expect((await state()).text("status")).toBe("InProgress");
});

test("refuses an invalid value of an optional element, which the API would strip (spec 4.2)", async () => {
  const service = await openService({ profile: { readings: { "required-fields": "strict" } } });
  const { submit } = await openPages(service, "identity-check", sentSubject("FullName", "DateOfBirth"));
  const refused = await submit({ "CurrentAddress.line1": "1 High Street", "CurrentAddress.country": "england" });
  expect([refused.status, problemsOf(refused)]).toEqual([400, ["Country code is not valid."]]);
  const moved = await submit({ "CurrentAddress.line1": "1 High Street", "CurrentAddress.country": "gbr" });
  expect(moved.status).toBe(400);
  expect((await submit({ "CurrentAddress.line1": "1 High Street" })).status).toBe(303);
});

test("shows a required page together with adjacent optional pages, or all pages at once (spec 2.5, gap missing-element)", async () => {
  const page = (id: string, ...cards: readonly string[]) => ({
    id,
    label: id,
    cards: cards.map((card) => ({ id: card })),
  });
  const journey = {
    id: "paged",
    name: "Paged",
    apiVersion: "v2",
    elements: [{ name: "FavouriteColour", path: "identity.title" }],
    segments: [
      {
        id: "all",
        interactions: [
          {
            id: "all",
            pages: [page("One", "GenderCard"), page("Two", "NameCard"), page("Three", "AddressCard"), page("Four")],
            required: ["FullName", "CurrentAddress"],
            optional: ["Gender", "FavouriteColour"],
          },
        ],
        modules: [],
      },
    ],
  };
  const profile = { readings: { "element-names": "extended" } } as const;
  const labels = async (shown: Promise<Reply>) =>
    [...String((await shown).body).matchAll(/<h[12]>([^<]*)<\/h[12]>/g)].map(([, text]) => text);
  const { show, submit, instanceId } = await openPages(await openService({ journeys: [journey], profile }), "paged");
  expect(await labels(show())).toEqual(["One", "Two"]);
  expect((await submit(name)).status).toBe(303);
  expect(await labels(show())).toEqual(["Three", "Four"]);
  expect((await submit({ "CurrentAddress.line1": "1", "FavouriteColour.value": "blue" })).status).toBe(303);
  expect(await labels(show())).toEqual(["Outcome"]);
  expect(instanceId).toMatch(/^sim_/);
  const strict = { readings: { ...profile.readings, "missing-element": "of-interaction" } } as const;
  const whole = await openPages(await openService({ journeys: [journey], profile: strict }), "paged");
  expect(await labels(whole.show())).toEqual(["One", "Two", "Three", "Four"]);
});

test("shows the tasks of a v1 `page` journey one after the other (spec 3.3)", async () => {
  const service = await openService();
  const { show, submit, instanceId } = await openPages(service, "identity-check-v1");
  expect(titleOf(await show())).toBe("Person");
  expect((await submit({ ...name, ...birth })).status).toBe(303);
  expect(titleOf(await show())).toBe("Address");
  expect((await submit({ "CurrentAddress.line1": "1 High Street" })).status).toBe(303);
  await service.world.clock.advance({ ms: 10_000 });
  expect(titleOf(await show())).toBe("Outcome");
  expect((await service.v1("journey/state/fetch", { instanceId })).text("status")).toBe("Completed");
});

test("sending the same form again redirects to the current page and changes nothing (spec 3.2)", async () => {
  const service = await openService();
  const { path, show, instanceId } = await openPages(service, "age-check");
  const page = /name="page" value="([^"]*)"/.exec(String((await show()).body))?.[1] ?? "";
  const send = () =>
    service.send(path, { method: "POST", body: new URLSearchParams({ page, ...birth }), headers: html });
  expect((await send()).status).toBe(303);
  const log = await service.world.instance(instanceId).log();
  expect((await send()).status).toBe(303);
  expect(await service.world.instance(instanceId).log()).toEqual(log);
});

test("a form stays accepted if the response to it is lost (spec 3.2)", async () => {
  const service = await openService();
  const { show, submit } = await openPages(service, "document-and-selfie");
  const lost = { id: "lost", when: { endpoint: "hosted.submitPage", nth: 1 }, then: { type: "dropResponse" } } as const;
  await service.world.faults.set({ rules: [lost] });
  await expect(submit({ ...name, ...birth })).rejects.toThrow("fetch failed");
  expect((await service.world.faults.hits()).hits).toMatchObject([{ endpoint: "hosted.submitPage", instance: 1 }]);
  expect(titleOf(await show())).toBe("Checking your details");
});

test("a paused, failed or referred instance has a page that shows its status (spec 2.2, 3.1)", async () => {
  const service = await openService({ profile: { readings: { "refer-ends-journey": "no" } } });
  const paused = await openPages(service, "age-check");
  await service.world.instance(paused.instanceId).pause();
  expect(titleOf(await paused.show())).toBe("Paused");
  const failed = await openPages(service, "age-check");
  await service.world.instance(failed.instanceId).fail();
  expect(titleOf(await failed.show())).toBe("The check failed");
  const lastName = { identity: { firstName: "Ada", lastNames: ["Testrefer"], dateOfBirth: "1990-12-10" } };
  const reviewed = await openPages(service, "document-and-selfie", {
    ...sentSubject("PrimaryDocument", "Selfie"),
    ...lastName,
  });
  await service.world.clock.advance({ ms: 60_000 });
  expect(titleOf(await reviewed.show())).toBe("Under review");
});

test("for an expired or unknown link, a browser gets a page, and any other caller an error body (spec 2.7)", async () => {
  const service = await openService();
  const { path, show } = await openPages(service, "age-check", {}, { linkConfig: { ttlMinutes: 1 } });
  await service.world.clock.advance({ ms: 60_000 });
  const expired = await show();
  expect([expired.status, titleOf(expired)]).toEqual([410, "This link has expired"]);
  const sent = await service.send(path, { method: "POST", headers: html, body: new URLSearchParams(birth) });
  expect([sent.status, titleOf(sent)]).toEqual([410, "This link has expired"]);
  expect((await service.send(path, { method: "GET" })).body).toMatchObject({ errors: [{ name: "LINK_EXPIRED" }] });
  const called = await service.start("age-check@latest");
  for (const id of [called, "sim_unknown"]) {
    const unknown = await service.send(`/journey/${id}`, { method: "GET", headers: html });
    expect([unknown.status, titleOf(unknown)]).toEqual([404, "Page not found"]);
  }
});

test("a hosted page accepts only GET and POST, and only forms as bodies (spec 2.7)", async () => {
  const service = await openService();
  const { path } = await openPages(service, "age-check");
  const put = await service.send(path, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await service.send(path, json)).status).toBe(415);
  const broken = { method: "POST", headers: { "content-type": "multipart/form-data; boundary=x" }, body: "no parts" };
  expect((await service.send(path, broken)).status).toBe(400);
});

test("shows the form again if the files exceed the size limit of the API (spec 8)", async () => {
  const service = await openService({ profile: { readings: { "request-size-limit": "1MiB" } } });
  const { submit, show } = await openPages(service, "document-and-selfie", sentSubject("FullName", "DateOfBirth"));
  await service.world.clock.advance({ ms: 10_000 });
  const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], "front.png");
  for (const bytes of [800_000, 2_000_000]) {
    const refused = await submit({ "PrimaryDocument.side1Image": fileOf(bytes) });
    expect([refused.status, String(refused.body).includes("The files are too large")]).toEqual([413, true]);
  }
  expect((await submit({ "PrimaryDocument.side1Image": fileOf(700_000) })).status).toBe(303);
  expect(titleOf(await show())).toBe("Checking your details");
});

test("the recorded page requests contain no personal data (spec 2.7)", async () => {
  const service = await openService();
  const { submit } = await openPages(service, "document-and-selfie");
  const secret = "zq7Secret7qz";
  expect((await submit({ "FullName.firstName": secret, ...birth })).status).toBe(400);
  expect((await submit({ ...name, "FullName.lastNames": secret, ...birth })).status).toBe(303);
  const { requests } = await service.world.requests.list();
  const posted = requests.filter(({ endpoint }) => endpoint === "hosted.submitPage");
  expect(posted).toMatchObject([
    {
      response: { status: 400 },
      refusal: { kind: "INVALID_FIELD" },
      request: { body: { "FullName.firstName": "‹string 12›", "DateOfBirth.date": "‹string 10›" } },
    },
    { response: { status: 303 }, phase: "running" },
  ]);
  expect(JSON.stringify(requests)).not.toMatch(/zq7|1990-12/);
});

test("a hosted page loads no other file, runs no script, and labels every control (spec 2.7)", async () => {
  const service = await openService();
  const { show } = await openPages(service, "full-kyc");
  const { body, headers } = await show();
  const page = String(body);
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+';.*form-action 'self'/,
  );
  expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "same-origin"]);
  expect(page).toMatch(/^<!doctype html><html lang="en">/);
  expect(page).not.toMatch(/<script|src=|url\(|https?:/);
  const ids = [...page.matchAll(/<input id="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(ids).toContain("DateOfBirth.date");
  for (const id of ids) expect(page).toContain(`<label for="${id}"`);
  expect(page.match(/<fieldset>/g)).toHaveLength(page.match(/<legend>/g)?.length ?? 0);
  const hash = /sha256-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
  const styles = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(styles));
  expect(hash).toBe(btoa(String.fromCharCode(...new Uint8Array(digest))));
});

test("under an `auto` clock, opening a page moves the instance to its next event (spec 3.2)", async () => {
  const service = await openService({ clock: { mode: "auto", at: noon } });
  const { show, submit } = await openPages(service, "document-and-selfie");
  await submit({ ...name, ...birth });
  expect(titleOf(await show())).toBe("Document");
});

test("a text above 16 KiB in a form is refused, and nothing changes (spec 2.7)", async () => {
  const service = await openService();
  const { submit, instanceId } = await openPages(service, "document-and-selfie");
  const refused = await submit({ ...name, ...birth, "FullName.firstName": "a".repeat(16 * 1_024 + 1) });
  expect([refused.status, titleOf(refused)]).toEqual([413, "This page cannot be shown"]);
  expect(String(refused.body)).toContain("The limit is 16 KiB per string in a subject, except images");
  expect(await service.world.instance(instanceId).log()).toHaveLength(1);
  expect((await submit({ ...name, ...birth, "FullName.firstName": "a".repeat(16 * 1_024) })).status).toBe(303);
});

test.each([
  ["application/x-www-form-urlencoded", (count: number) => "a=1&".repeat(count - 1).concat("a=1")],
  ["application/x-www-form-urlencoded; boundary=x", (count: number) => "a=1&".repeat(count - 1).concat("a=1")],
  [
    'multipart/form-data; boundary="x"',
    (count: number) => `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(count)}--x--\r\n`,
  ],
])("a form of the type %s is refused if it has more than 1,000 fields", async (type, toBody) => {
  const service = await openService();
  const { path } = await openPages(service, "document-and-selfie");
  const post = async (body: string) => {
    const { status, at } = await service.send(path, { method: "POST", headers: { "content-type": type }, body });
    return status === 303 ? status : at("errors[0].name");
  };
  expect(await post(toBody(1_000))).toBe(303);
  expect(await post(toBody(1_001))).toBe("BODY_TOO_COMPLEX");
  expect(await post(toBody(300_000))).toBe("BODY_TOO_COMPLEX");
});

test("only loopback origins and the allowed origins may show a hosted page in a frame", async () => {
  const ancestorsOf = async (embed?: readonly string[]) => {
    const { show } = await openPages(await openService(embed && { embed }), "age-check");
    return /frame-ancestors ([^;]*)/.exec((await show()).headers.get("content-security-policy") ?? "")?.[1]?.split(" ");
  };
  const loopback = ["http://localhost:*", "https://localhost:*", "http://127.0.0.1:*", "https://127.0.0.1:*"];
  expect(await ancestorsOf()).toEqual(["'self'", ...loopback]);
  expect(await ancestorsOf(["https://app.example"])).toEqual(["'self'", ...loopback, "https://app.example"]);
});

test.each([
  [403, { "sec-fetch-site": "cross-site" }],
  [403, { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:4010" }],
  [403, { origin: "https://elsewhere.example" }],
  [403, { origin: "null" }],
  [303, {}],
  [303, { "sec-fetch-site": "same-origin", origin: "https://behind-a-proxy.example" }],
  [303, { origin: "http://127.0.0.1:4010" }],
  [303, { origin: "https://127.0.0.1:4010" }],
  [303, { origin: "https://shown.example", "x-forwarded-host": "shown.example" }],
])("answers %i to a form that is sent with %o", async (status, headers) => {
  const service = await openService();
  const { path, show, instanceId } = await openPages(service, "age-check");
  const page = /name="page" value="([^"]*)"/.exec(String((await show()).body))?.[1] ?? "";
  const body = new URLSearchParams({ page, ...birth }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const sent = await service.send(path, { method: "POST", headers: { ...type, ...html, ...headers }, body });
  expect([sent.status, (await service.world.instance(instanceId).log()).length]).toEqual([
    status,
    status === 303 ? 2 : 1,
  ]);
  if (status === 403) expect(titleOf(sent)).toBe("This form was not accepted");
});

const part = (boundary: string, headers = "") =>
  `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n${headers}\r\n1\r\n`;

test.each([
  ["multipart/form-data; boundary=b; boundary=zzz", part("b").repeat(1_002), "MALFORMED_REQUEST"],
  ["multipart/form-data; boundary=zzz; Boundary=b", part("b").repeat(1_002), "MALFORMED_REQUEST"],
  ['multipart/form-data; boundary="\\b"', part("b").repeat(1_002), "MALFORMED_REQUEST"],
  ['multipart/form-data; x="; boundary=b; y="; boundary=zzz', part("zzz").repeat(1_002), "BODY_TOO_COMPLEX"],
  ['multipart/form-data; x="; boundary=zzz', part("zzz"), "MALFORMED_REQUEST"],
  ["multipart/form-data; boundary=b=c; charset=utf-8", part("b=c").repeat(1_002), "BODY_TOO_COMPLEX"],
  ["multipart/form-data; boundary", part("b"), "MALFORMED_REQUEST"],
  ["multipart/form-data; boundary=x", `${part("x", "a: b\r\n".repeat(2_000))}--x--\r\n`, "BODY_TOO_COMPLEX"],
])(
  "a form of the type %s is refused if its fields or their headers cannot be counted, or are too many (case %#)",
  async (type, body, error) => {
    const service = await openService();
    const { path } = await openPages(service, "document-and-selfie");
    const { status, at } = await service.send(path, { method: "POST", headers: { "content-type": type }, body });
    expect([status, at("errors[0].name")]).toEqual([400, error]);
  },
);

test("a form is refused if the data of its instance would exceed `subject-bytes`, and nothing is stored", async () => {
  const service = await openService({ limits: { "subject-bytes": 4_000 } });
  const { submit, instanceId } = await openPages(service, "document-and-selfie");
  const before = await service.world.instance(instanceId).log();
  const refused = await submit({ ...name, ...birth, "FullName.firstName": "A".repeat(5_000) });
  expect(refused.status).toBe(413);
  expect(await service.world.instance(instanceId).log()).toEqual(before);
  expect((await submit({ ...name, ...birth })).status).toBe(303);
});
