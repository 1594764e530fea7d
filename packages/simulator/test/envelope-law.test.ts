import { ClientCredentialsTokenRequest, PasswordTokenRequest, schemaFor } from "@journey-kit/schemas";
import { isRecord, readPath } from "@journey-kit/schemas/calls";
import {
  type EndpointName,
  endpointFor,
  endpointNames,
  endpointOf,
  resolveReading,
} from "@journey-kit/schemas/endpoints";
import { type Profile, presets, resolveProfile } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { bodiesFor, openTargets, secret } from "./bodies.ts";
import { form, openService, type Reply } from "./service.ts";

type Path = readonly (string | number)[];

/** Paths of a body outside its subject, which `subject-law.test.ts` covers. */
function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (path.at(-1) === "subject" || (typeof value !== "object" && !Array.isArray(value))) return;
  for (const [key, member] of Object.entries(value ?? {})) {
    yield* pathsOf(member, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

const absent = Symbol("absent");
const values: readonly unknown[] = [absent, null, true, 0, 1.5, "", "text", "a@b@c", [], {}, [[]], [{}]];

/** Copies a body with another value, or without one, at a path. */
function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const inner = withValue(readPath(body, [key]), rest, value);
  if (Array.isArray(body)) return body.flatMap((entry, i) => (i !== key ? [entry] : inner === absent ? [] : [inner]));
  const { [key]: _, ...others } = isRecord(body) ? body : {};
  return inner === absent ? others : { ...others, [key]: inner };
}

/** Whether a request was refused for the form of its body. Such a problem starts with a path. */
const isRefusedForForm = (reply: Reply): boolean =>
  reply.status === 400 && /^(body|[a-z][\w.[\]]*): /i.test(`${reply.at("errors[0].problem") ?? reply.at("message")}`);

const cases: readonly (readonly [string, Profile])[] = [
  ["specified", presets.specified],
  ["observed", presets.observed],
  [
    "other readings",
    resolveProfile({
      readings: {
        "start-subject-omitted": "refused",
        "v1-delivery": "ignored",
        "link-config-bounds": "any",
        "v1-intent-values": "save-and-validate",
      },
    }),
  ],
];

test.each(cases)(
  "under %s, a request body is refused as malformed if and only if the request schema rejects it (spec 4)",
  async (_, profile) => {
    const service = await openService({ profile: { readings: profile } });
    await service.world.rate.set({ callsPerMinute: 1_000_000 });
    const bodies: Readonly<Record<EndpointName, unknown>> = bodiesFor(await openTargets(service, profile));
    const counts = { accepted: 0, refused: 0 };
    for (const name of endpointNames) {
      const { apiVersion, method, path: paths } = endpointOf(name);
      const path = resolveReading<string>(profile, paths);
      if (path === undefined || method === "GET" || (apiVersion !== "v1" && apiVersion !== "v2")) continue; // no JSON
      const { request } = endpointFor(name, profile);
      const at = ["context", "subject"];
      const whole =
        readPath(bodies[name], at) === undefined ? bodies[name] : withValue(bodies[name], at, { uid: secret });
      const misplaced = ["documents", "biometrics"].flatMap((member) => [
        [member],
        ["context", member],
        ["participants", 0, member],
      ]);
      for (const [i, place] of [...pathsOf(whole), ...misplaced].entries()) {
        for (const value of isThorough ? values : values.slice(i % 4).filter((_, n) => n % 4 === 0)) {
          const body = withValue(whole, place, value);
          const isAccepted = request.safeParse(body).success;
          const reply = await service.post(path, body);
          expect(
            [name, place, value, isAccepted, reply.status < 500],
            JSON.stringify([reply.body, request.safeParse(body).error?.issues]),
          ).toEqual([name, place, value, !isRefusedForForm(reply), true]);
          counts[isAccepted ? "accepted" : "refused"] += 1;
        }
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(isThorough ? 200 : 40);
  },
);

const grants = [
  { grant_type: "password", client_id: "tester", client_secret: secret, username: secret, password: secret },
  { grant_type: "client_credentials", client_id: "tester", client_secret: secret, scope: "service.token" },
];

test.each(cases)(
  "under %s, the token endpoint refuses a form if and only if the schemas of both grants reject it (spec 4.1)",
  async (_, profile) => {
    const service = await openService({ profile: { readings: { ...profile, "client-authentication": "form" } } });
    const schemas = [PasswordTokenRequest, ClientCredentialsTokenRequest].map((schema) =>
      schemaFor({ ...profile, "client-authentication": "form" }, schema),
    );
    const fields = Object.keys({ ...grants[0], ...grants[1] });
    const forms = grants.flatMap((grant) =>
      fields.flatMap((field) => [undefined, "", "text"].map((value) => withValue(grant, [field], value ?? absent))),
    );
    const statuses = new Set<number>();
    for (const fields of forms) {
      const { status } = await service.send("/as/token.oauth2", form(fields as Record<string, string>)); // `withValue` keeps the type
      const isAccepted = schemas.some((schema) => schema.safeParse(fields).success);
      const flat = endpointFor("token.requestToken", profile).request.safeParse(fields).success;
      expect([fields, status === 200, isAccepted && !flat]).toEqual([fields, isAccepted, false]);
      statuses.add(status);
    }
    expect(statuses.size).toBeGreaterThan(1);
  },
);
