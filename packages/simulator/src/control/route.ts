import { type ControlRouteName, controlRouteNames, controlRouteOf } from "@journey-kit/schemas/control-routes";

/** The endpoints of the control plane at a path, by method, and what the path's `:name` parts say. */
export interface ControlMatch {
  readonly byMethod: ReadonlyMap<string, ControlRouteName>;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Place {
  readonly form: RegExp;
  readonly names: readonly string[];
  readonly byMethod: Map<string, ControlRouteName>;
}

const places = new Map<string, Place>();
for (const name of controlRouteNames) {
  const { path, method } = controlRouteOf(name);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, part = ""]) => part);
  const form = new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]{1,1024})")}$`);
  const place = places.get(path) ?? { form, names, byMethod: new Map() };
  places.set(path, place);
  place.byMethod.set(method, name);
}

/** Finds what the control plane has at a path; undefined when it has nothing there. */
export function findControlRoute(path: string): ControlMatch | undefined {
  for (const { form, names, byMethod } of places.values()) {
    const values = form.exec(path)?.slice(1).map(decode);
    if (values === undefined || values.includes(undefined)) continue;
    return { byMethod, parameters: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""])) };
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
