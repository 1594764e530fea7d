import { type Json, requestBodyOf, responsesOf } from "./openapi-body.ts";
import type { Profile } from "./profile.ts";
import { isDeprecated, type RouteName, routeOf, under } from "./routes.ts";

/** One endpoint in an OpenAPI document. */
export interface Operation {
  readonly operationId: RouteName;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

/** Describes one endpoint under a profile. Part 4. */
export function toOperation(name: RouteName, profile: Profile): Operation {
  const route = routeOf(name);
  const isGoing = isDeprecated(profile, route);
  const notes = [
    route.summary,
    ...(isGoing ? [`Deprecated: replaced by \`${route.replacedBy}\`.`] : []),
    ...(route.extension === undefined ? [] : [`An extension. ${route.extension}`]),
    `Spec ${route.spec}.`,
  ];
  return {
    operationId: name,
    summary: route.summary.replace(/\.$/, ""),
    description: notes.join(" "),
    tags: [tagOf(name, profile)],
    ...(isGoing && { deprecated: true }),
    security: securityOf(name, profile),
    requestBody: requestBodyOf(name),
    responses: responsesOf(name, profile),
  };
}

function tagOf(name: RouteName, profile: Profile): string {
  const path = under(profile, routeOf(name).path) ?? "";
  return ["interaction", "task", "device", "token"].find((tag) => path.includes(`/${tag}`)) ?? "journey";
}

/** Spec 5; gaps `interaction-token`, `client-authentication`. */
function securityOf(name: RouteName, profile: Profile): Operation["security"] {
  const endUser = { interactionToken: [] };
  const customer = { customerToken: [] };
  switch (routeOf(name).security) {
    case "customer":
      return [customer];
    case "interaction":
      return profile["interaction-token"] === "end-user" ? [endUser] : [customer, endUser];
    case "none": {
      const mayUseBasic = name === "token.requestToken" && profile["client-authentication"] === "form-or-basic";
      return mayUseBasic ? [{}, { clientBasic: [] }] : [];
    }
  }
}
