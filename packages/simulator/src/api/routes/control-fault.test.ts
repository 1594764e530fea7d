import { ErrorBody } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { openControl } from "../../../test/control.ts";
import { enterService, openService } from "../../../test/service.ts";

async function openBoth() {
  const service = await openService();
  return { ...service, control: openControl(service.simulator) };
}

test("the error for an invalid control request names the member, the allowed values and a remedy", async () => {
  const { control } = await openBoth();
  const refusal = async (method: string, path: string, body: object) => {
    const [first] = ErrorBody.parse((await control(method, `/tester/${path}`, body)).body).errors;
    return [first?.name, first?.problem, first?.action];
  };
  const plan = (then: object) => ({ rules: [{ when: {}, then }] });
  expect(await refusal("PUT", "faults", plan({ type: "status", status: "503" }))).toEqual([
    "INVALID_FIELD",
    "rules[0].then.status: Invalid input: expected number, received string.",
    "Correct the field and send the request again.",
  ]);
  const remedy =
    /^rules\[0\]\.then\.type: Expected one of status, delay, dropResponse, .*tokenLifetime, as in { "type": "dropResponse" }\.$/;
  expect(await refusal("PUT", "faults", plan({ lose: "answer" }))).toEqual([
    "MISSING_FIELD",
    expect.stringMatching(remedy),
    "Add the field and send the request again.",
  ]);
  expect(await refusal("PUT", "faults", plan({ type: "lose" }))).toEqual([
    "INVALID_FIELD",
    expect.stringMatching(remedy),
    "Correct the field and send the request again.",
  ]);
  expect(await refusal("PUT", "rate", {})).toEqual([
    "MISSING_FIELD",
    expect.stringMatching(/^callsPerMinute: /),
    "Add the field and send the request again.",
  ]);
  expect(await refusal("POST", "arm", { scenario: "rejected", time: 2 })).toEqual([
    "UNEXPECTED_FIELD",
    expect.stringContaining("Did you mean `times`?"),
    "Remove the field and send the request again.",
  ]);
});

test("the error for an invalid fault plan lists at most 20 problems", async () => {
  const { control } = await openBoth();
  const rules = Array.from({ length: 30 }, () => ({ when: {}, then: { type: "status", status: 200 } }));
  const refused = await control("PUT", "/tester/faults", { rules });
  expect(ErrorBody.parse(refused.body).errors).toHaveLength(20);
});

const rule = { when: { endpoint: "v2.startJourney" }, then: { type: "status", status: 503 } };

test.each([
  [{ rules: [rule, { when: { endpoint: "v2.start" }, then: rule.then }] }, "rules[1].when.endpoint"],
  [{ rules: [{ when: {}, then: {} }] }, "rules[0].then.type"],
  [{ rules: [{ when: {}, then: { type: "status", status: 503, delay: 1 } }] }, "rules[0].then"],
  [{ rules: [{ when: {}, then: { type: "status", status: 200 } }] }, "rules[0].then.status"],
  [
    { rules: [{ when: {}, then: { type: "contentType", contentType: "text/plain\r\nx: y" } }] },
    "rules[0].then.contentType",
  ],
  [{ rules: [{ when: { nth: 0 }, then: rule.then }] }, "rules[0].when.nth"],
  [{ rules: [{ when: { probability: 1.1 }, then: rule.then }] }, "rules[0].when.probability"],
  [{ rules: [{ when: { first: 1 }, then: rule.then }] }, "rules[0].when"],
  [
    {
      rules: [
        { ...rule, id: "a" },
        { ...rule, id: "a" },
      ],
    },
    "rules[1].id",
  ],
  [{ rules: [{ when: { endpoint: "hosted.showPage" }, then: { type: "expireToken" } }] }, "rules[0].then"],
  [{ rules: [{ when: { endpoint: "hosted.submitPage" }, then: { type: "clockSkew", ms: 1 } }] }, "rules[0].then"],
  [
    { rules: [rule, { when: {}, then: { type: "status", status: 503, retryAfterDate: true } }] },
    "rules[1].then.retryAfterDate",
  ],
  [
    { rules: [{ when: {}, then: { type: "status", status: 503, retryAfter: 1, retryAfterDate: false } }] },
    "rules[0].then.retryAfterDate",
  ],
  [{ seed: -1, rules: [] }, "seed"],
  [{}, "rules"],
])("refuses the fault plan %j, names the invalid member and changes nothing", async (plan, named) => {
  const { control, v2 } = await openBoth();
  await control("PUT", "/tester/faults", { rules: [rule] });
  await v2("journey/start", {});
  const before = [await control("GET", "/tester/faults"), await control("GET", "/tester/faults/hits")];
  const refused = await control("PUT", "/tester/faults", plan);
  expect(refused.status).toBe(400);
  expect(ErrorBody.parse(refused.body).errors[0]?.problem).toContain(`${named}: `);
  expect([await control("GET", "/tester/faults"), await control("GET", "/tester/faults/hits")]).toEqual(before);
  expect(before[1]?.body).toMatchObject({ hits: [{ rule: "rules[0]" }] });
});

test("a fault plan is returned when set, applies only in its own world and is removed by a reset", async () => {
  const { simulator, control, v2 } = await openBoth();
  const plan = { seed: 7, rules: [{ id: "down", ...rule }] };
  expect((await control("PUT", "/tester/faults", plan)).body).toEqual(plan);
  expect((await v2("journey/start", {})).status).toBe(503);
  const other = await enterService(simulator, "other");
  expect((await other.v2("journey/start", {})).status).toBe(400);
  expect((await control("GET", "/other/faults/hits")).body).toEqual({ hits: [] });
  const strike = { rule: "down", endpoint: "v2.startJourney", instance: 0, action: { type: "status", status: 503 } };
  expect((await control("GET", "/tester/faults/hits")).body).toEqual({ hits: [strike] });
  await control("DELETE", "/tester");
  expect((await control("GET", "/tester/faults")).body).toEqual({ rules: [] });
  expect((await control("GET", "/tester/faults/hits")).body).toEqual({ hits: [] });
});

test.each(["a private text", { errors: [{ problem: "a private text" }] }])(
  "the body of a fault is sent to the caller, but not recorded in requests or hits",
  async (body) => {
    const { control, world, v2 } = await openBoth();
    await world.faults.set({ rules: [{ id: "down", when: {}, then: { type: "status", status: 503, body } }] });
    expect((await v2("journey/state/fetch", { instanceId: "a".repeat(24) })).body).toEqual(body);
    const kept = [await world.requests.list(), await world.faults.hits(), await world.snapshot.save()] as const;
    expect(kept[0].requests.at(-1)).toMatchObject({ fault: { rule: "down", action: { type: "status", status: 503 } } });
    expect(kept[0].requests.at(-1)?.response).not.toHaveProperty("body");
    expect(kept[1].hits).toMatchObject([{ rule: "down", action: { type: "status", status: 503 } }]);
    expect(JSON.stringify([kept[0], kept[1], kept[2].requests, kept[2].faults.hits])).not.toContain("private");
    expect((await control("GET", "/tester/faults")).body).toMatchObject({ rules: [{ then: { body } }] });
  },
);
