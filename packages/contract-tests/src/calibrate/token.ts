import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import { BlockedError } from "./blocked-error.ts";
import type { Lab } from "./lab.ts";
import { byStatus, isOk, option, patience, probe } from "./probe.ts";
import { bearerFor } from "./reach.ts";
import { start, startPlain, v1, v2 } from "./start.ts";
import { askForms, byCredentials, tokenOf, who, workingForm } from "./token-request.ts";

const withCredentials = ({ credentials }: Lab): string | undefined =>
  credentials === undefined ? "It takes a client id and secret, not a token alone." : undefined;

const lifetimes = { "3600s": 3_600_000, "300s": 300_000, "60s": 60_000 } as const;
const units = { seconds: 1_000, milliseconds: 1, minutes: 60_000 } as const;

type Life = { readonly lifetime: keyof typeof lifetimes; readonly unit: keyof typeof units };

const lives: readonly Life[] = (Object.keys(lifetimes) as (keyof typeof lifetimes)[]).flatMap((lifetime) =>
  (Object.keys(units) as (keyof typeof units)[]).map((unit) => ({ lifetime, unit })),
);

/** The lifetimes and units that make a number in `expires_in`. */
const livesOf = ({ body }: Answer): readonly Life[] =>
  lives.filter(({ lifetime, unit }) => lifetimes[lifetime] / units[unit] === at(body, "expires_in"));

const askToken = (lab: Lab): Promise<Answer> =>
  lab.once("token", async () => lab.askToken({ ...who(lab), ...(await workingForm(lab)) }));

/** Probes of the token endpoint. Spec 2.11, 4.1, 5. */
export const tokenProbes = [
  probe({
    id: "ask-both-forms",
    sends: "a token request in each form",
    needs: withCredentials,
    send: askForms,
    tells: {
      "grant-by-client": ({ credentials, password }) => {
        if (isOk(credentials)) {
          return password === undefined
            ? ["either", "client-credentials"]
            : isOk(password)
              ? "either"
              : "client-credentials";
        }
        return password !== undefined && isOk(password) ? "password" : [];
      },
    },
  }),
  probe({
    id: "ask-by-header",
    sends: "a token request with client id and secret in a header",
    needs: withCredentials,
    send: async (lab) => {
      const { clientId = "", clientSecret = "" } = lab.credentials ?? {};
      const basic = btoa([clientId, clientSecret].map(encodeURIComponent).join(":"));
      return lab.askToken(await workingForm(lab), { authorization: `Basic ${basic}` });
    },
    tells: { "client-authentication": byStatus({ ok: "form-or-basic", 401: "form", 400: "form" }) },
  }),
  probe({
    id: "ask-odd-scope",
    sends: "a token request with the scope `openid`",
    needs: withCredentials,
    send: async (lab) => {
      if (!isOk((await askForms(lab)).credentials)) {
        throw new BlockedError("The client-credentials form, which has the scope, is not taken.");
      }
      return lab.askToken({ ...who(lab), ...byCredentials, scope: "openid" });
    },
    tells: { "token-scope": byStatus({ ok: "any", 400: "exact" }) },
  }),
  probe({
    id: "ask-odd-grant",
    sends: "a token request with a grant that is not there",
    needs: withCredentials,
    send: (lab) => lab.askToken({ ...who(lab), ...byCredentials, grant_type: "implicit" }),
    tells: {
      "token-error-body": ({ body }) => {
        if (typeof at(body, "error") === "string") return "oauth";
        return Array.isArray(at(body, "errors")) ? "errors" : [];
      },
    },
  }),
  probe({
    id: "ask-lifetime",
    sends: "a token request, for its `expires_in`",
    needs: withCredentials,
    send: askToken,
    tells: {
      "expires-in-unit": (issued) => [...new Set(livesOf(issued).map(({ unit }) => unit))],
      "token-lifetime": (issued) => [...new Set(livesOf(issued).map(({ lifetime }) => lifetime))],
    },
  }),
  probe({
    id: "outlive-token",
    sends: "a start with a token that is a minute old",
    needs: (lab) => withCredentials(lab) ?? patience(60_000)(lab),
    send: async (lab) => {
      const issued = await lab.askToken({ ...who(lab), ...(await workingForm(lab)) });
      if (livesOf(issued).length < 2) return undefined;
      const instanceId = await start(lab, v2(lab.settings.journeys.age));
      await lab.wait(61_000);
      return { issued, late: await lab.call("v2.fetchState", { instanceId }, String(at(issued.body, "access_token"))) };
    },
    tells: {
      "token-lifetime": (seen) => seen && (isOk(seen.late) ? ["3600s", "300s"] : "60s"),
      "expires-in-unit": (seen) => {
        if (seen === undefined) return undefined;
        const isLong = isOk(seen.late);
        return livesOf(seen.issued).flatMap(({ lifetime, unit }) => ((lifetime !== "60s") === isLong ? [unit] : []));
      },
    },
  }),
];

/** A client that may not read, with an instance of its own. */
const enter = (lab: Lab) =>
  lab.once("without read", async () => {
    const bearer = await tokenOf(lab, lab.settings.withoutRead);
    const plain = await startPlain(lab, v2(lab.settings.journeys.age));
    if (!isOk(plain)) throw new BlockedError("The journey does not start.");
    const body = { resourceId: lab.settings.journeys.age, context: { config: { delivery: "api" }, subject: {} } };
    const started = await lab.call("v2.startJourney", body, bearer);
    if (!isOk(started)) throw new BlockedError(`The start of the client without read was answered ${started.status}.`);
    return { bearer, instanceId: String(at(started.body, "instanceId")) };
  });

const needsWithoutRead = option("withoutRead", ({ settings }) => settings.withoutRead);

/** Probes of permissions, for which it takes a client that lacks one. Spec 5. */
export const permissionProbes = [
  probe({
    id: "read-without-permission",
    sends: "state/fetch by a client that may not read",
    needs: needsWithoutRead,
    send: async (lab) => {
      const { bearer, instanceId } = await enter(lab);
      return lab.call("v2.fetchState", { instanceId }, bearer);
    },
    tells: { "missing-permission": byStatus({ 403: "forbidden", 401: "unauthorized" }) },
  }),
  probe({
    id: "fetch-without-permission",
    sends: "interaction/fetch by a client that may submit and not read",
    needs: needsWithoutRead,
    send: async (lab) => {
      const { bearer, instanceId } = await enter(lab);
      return lab.call("v2.fetchInteraction", { instanceId }, await bearerFor(lab, instanceId, bearer));
    },
    tells: {
      "endpoint-permissions": byStatus({ ok: "submit", 403: "read-and-start", 401: "read-and-start" }),
    },
  }),
  probe({
    id: "read-v1-without-permission",
    sends: "v1 state/fetch by a client that may not read",
    needs: needsWithoutRead,
    send: async (lab) => {
      const { bearer } = await enter(lab);
      const { resourceId, config = { async: true } } = v1(lab);
      const started = await lab.call("v1.startJourney", { resourceId, context: { config, subject: {} } }, bearer);
      return lab.call("v1.fetchState", { instanceId: at(started.body, "instanceId") }, bearer);
    },
    tells: { "v1-permissions": byStatus({ ok: "not-enforced", 403: "enforced", 401: "enforced" }) },
  }),
];
