import { expect, test } from "vitest";
import { createJournals } from "../journal/journal.ts";
import type { Call } from "./app.ts";
import { type Note, openNote, recordCall } from "./observe.ts";

/** What the ring keeps of a call, as text. */
function kept(note: Partial<Note>, headers: Readonly<Record<string, string>> = {}): string {
  const journals = createJournals(10);
  const call: Call = {
    method: "POST",
    path: "/as/token.oauth2",
    query: "",
    origin: "http://localhost",
    header: (name) => headers[name],
    text: async () => "",
  };
  const noted = Object.assign(openNote(0, { world: "tester", clock: { mode: "frozen", at: 0 } }), note);
  recordCall({ journals, system: () => 1 }, noted, call, {
    status: 200,
    headers: { "x-request-id": "r" },
  });
  return JSON.stringify(journals.of("tester").ring.at(1));
}

test("the ring itself never holds the fields of a token request, nor the token of the answer", async () => {
  const sent = {
    grant_type: "password",
    client_id: "tester",
    client_secret: "s3cret",
    username: "ada",
    password: "pa55",
  };
  const answer = { access_token: "t0ken", expires_in: 3_600, token_type: "Bearer" };
  const text = kept({ name: "token.requestToken", sent, answer }, { authorization: "Basic czNjcmV0" });
  for (const raw of ["s3cret", "ada", "pa55", "t0ken", "czNjcmV0"]) expect(text).not.toContain(raw);
  expect(text).toContain('"client_id":"tester"');
  expect(text).toContain('"authorization":"Basic ‹string 8›"');
});

test("the ring itself never holds a connect token, an end user's token, or a byte of an image", async () => {
  const connect = {
    name: "v2.connectDevice",
    sent: { connectToken: "c0nnect" },
    answer: { endUserToken: "u5er" },
  } as const;
  const device = { name: "v2.startDevice", sent: { instanceId: "i" }, answer: { connectToken: "c0nnect" } } as const;
  const image = { context: { subject: { documents: [{ side1Image: "aW1hZ2U=" }] } }, resourceId: "a@1" };
  const texts = [kept(connect), kept(device), kept({ name: "v2.startJourney", sent: image })];
  for (const raw of ["c0nnect", "u5er", "aW1hZ2U"]) expect(texts.join()).not.toContain(raw);
});
