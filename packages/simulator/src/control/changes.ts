import { type ControlRoute, controlRouteNames, controlRouteOf, memberOf } from "@journey-kit/schemas/calls";
import type { World } from "@journey-kit/schemas/control";

export type WorldMethod = (...parameters: readonly unknown[]) => unknown;

/** The endpoints that change something, by the method of a world that they call. */
const changing: ReadonlyMap<string | undefined, ControlRoute> = new Map(
  controlRouteNames
    .map(controlRouteOf)
    .filter(({ method }) => method !== "GET")
    .map((row) => [row.call, row]),
);

/**
 * Makes every method of a world that changes a world report the change when the call succeeds. The rows of the control
 * API say which methods these are.
 */
export function reportChanges<Controls extends World>(
  world: Controls,
  clientId: string,
  report: (world: string) => void,
): Controls {
  const wrap = (call: string, method: WorldMethod): WorldMethod => {
    const row = changing.get(call);
    if (row === undefined) return method;
    return async (...parameters) => {
      const result = await method(...parameters);
      report(row.changes === undefined ? clientId : `${memberOf(parameters.at(-1), row.changes)}`);
      return result;
    };
  };
  const instance = (id: string) => mapMethods(world.instance(id), wrap, "instance.");
  return { ...mapMethods(world, wrap), instance };
}

/**
 * Makes every method of a world wait for a promise, except `requests.watch`, which returns a function and not a promise.
 */
export function waitBeforeCalls<Controls extends World>(world: Controls, ready: Promise<void>): Controls {
  const wrap = (call: string, method: WorldMethod): WorldMethod => {
    if (call === "requests.watch") return method;
    return async (...parameters) => {
      await ready;
      return method(...parameters);
    };
  };
  return { ...mapMethods(world, wrap), instance: (id: string) => mapMethods(world.instance(id), wrap) };
}

/** Replaces each method of an object and of its nested objects. A nested method has a name such as `clock.read`. */
const mapMethods = <Methods extends object>(
  methods: Methods,
  map: (name: string, method: WorldMethod) => WorldMethod,
  prefix = "",
): Methods =>
  Object.fromEntries(
    Object.entries(methods).map(([key, member]) => {
      const name = `${prefix}${key}`;
      return [key, typeof member === "function" ? map(name, member) : mapMethods(member, map, `${name}.`)];
    }),
  ) as Methods; // it has the same members
