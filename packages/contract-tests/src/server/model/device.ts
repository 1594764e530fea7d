import fc from "fast-check";
import { readAt } from "../../service/member.ts";
import { type Command, commandOn, nth } from "./command.ts";
import { fetchCurrentInteraction } from "./fetch.ts";
import { findInstance, type Instance, isV2, type Model, nameOf } from "./model.ts";
import { postExpecting, statusOfError } from "./model-run.ts";

/** Requests a connect token for the device of an end user. Spec 4.2; gap `device-start`. */
const startDeviceOf = (n: number): Command =>
  commandOn((model) => findInstance(model, n, isV2), {
    run: async (instance, real) => {
      const scope = ["selfie"];
      const request = { step: `start a device of ${nameOf(instance)}`, route: "v2.startDevice" } as const;
      const sent = { instanceId: instance.instanceId, scope };
      const { body } = await postExpecting(real, { ...request, body: sent, shows: { tokenType: "connect", scope } });
      instance.connectToken = readDeviceToken(real.model, body, "connectToken");
    },
    toString: () => `start a device of v2 instance ${n}`,
  });

const readDeviceToken = ({ now }: Model, body: unknown, name: string) => ({
  text: String(readAt(body, name)),
  until: now + Number(readAt(body, "expiresIn")) * 1_000,
});

/** Picks the n-th instance with a token, and the token. */
function pickToken(model: Readonly<Model>, n: number, kind: "connectToken" | "endUserToken") {
  const instance = findInstance(model, n, (one) => one[kind] !== undefined);
  const token = instance?.[kind];
  return instance && token && { instance, bearer: token.text, isValid: model.now < token.until };
}

/** Exchanges a connect token, which may have expired or been used, for an end-user token. Gap `device-start`. */
const connectDevice = (n: number): Command =>
  commandOn((model) => pickToken(model, n, "connectToken"), {
    run: async ({ instance, bearer, isValid }, real) => {
      const step = `connect the device of ${nameOf(instance)}`;
      const request = { step, route: "v2.connectDevice", body: { connectToken: bearer }, bearer } as const;
      if (!isValid) return void (await postExpecting(real, { ...request, expected: 401 }));
      const shows = { tokenType: "end-user", instanceId: instance.instanceId };
      const { body } = await postExpecting(real, { ...request, shows });
      instance.connectToken = { text: bearer, until: 0 }; // a connect token works only once
      instance.endUserToken = readDeviceToken(real.model, body, "endUserToken");
    },
    toString: () => `connect device ${n}`,
  });

type Resource = "the interaction" | "the state" | "another interaction";

/**
 * Sends a fetch request with an end-user token, which gives access only to the interactions of one instance. Spec 5;
 * gaps `interaction-token`, `wrong-token`.
 */
const fetchAsEndUser = (n: number, resource: Resource): Command =>
  commandOn((model) => pickToken(model, n, "endUserToken"), {
    run: async ({ instance, bearer, isValid }, real) => {
      if (resource === "the interaction" && isValid) return fetchCurrentInteraction(real, instance, bearer);
      const isOther = (one: Instance) => isV2(one) && one !== instance;
      const other = findInstance(real.model, n, isOther)?.instanceId ?? "nobody-started-this";
      const step = `fetch ${resource} as the end user of ${nameOf(instance)}`;
      const route = resource === "the state" ? "v2.fetchState" : "v2.fetchInteraction";
      const body = { instanceId: resource === "another interaction" ? other : instance.instanceId };
      const expected = isValid ? statusOfError(real.model, "TOKEN_NOT_ACCEPTED") : 401;
      await postExpecting(real, { step, route, body, expected, bearer });
    },
    toString: () => `fetch ${resource} as end user ${n}`,
  });

const fetchedResource = fc.constantFrom<Resource>("the interaction", "the state", "another interaction");

const fetching = fc.tuple(nth, fetchedResource).map((args) => fetchAsEndUser(...args));

export const deviceCommands: readonly fc.Arbitrary<Command>[] = [
  nth.map(startDeviceOf),
  nth.map(connectDevice),
  nth.map(connectDevice),
  fetching,
  fetching,
  fetching,
];
