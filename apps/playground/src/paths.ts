/** An instance and the world it belongs to. */
export interface InstanceAddress {
  readonly world: string;
  readonly id: string;
}

/** Addresses of the views, behind the `#` of the page. */
export const paths = {
  home: "/",
  instances: (world: string) => `/w/${encodeURIComponent(world)}/instances`,
  instance: (world: string, id: string) => `/w/${encodeURIComponent(world)}/instances/${encodeURIComponent(id)}`,
  walk: (world: string, id: string) => `/w/${encodeURIComponent(world)}/instances/${encodeURIComponent(id)}/walk`,
  requests: (world: string) => `/w/${encodeURIComponent(world)}/requests`,
  request: (world: string, sequence: number) => `/w/${encodeURIComponent(world)}/requests/${sequence}`,
  scenarios: (world: string) => `/w/${encodeURIComponent(world)}/scenarios`,
  scenario: (world: string, name: string) => `/w/${encodeURIComponent(world)}/scenarios/${encodeURIComponent(name)}`,
  faults: (world: string) => `/w/${encodeURIComponent(world)}/faults`,
  profile: (world: string) => `/w/${encodeURIComponent(world)}/profile`,
  /** The profile view, opened at one gap. */
  gap: (world: string, gap: string) => `/w/${encodeURIComponent(world)}/profile/${gap}`,
  coverage: (world: string) => `/w/${encodeURIComponent(world)}/coverage`,
  compare: "/compare",
  /** The compare view with both instances chosen. */
  comparePair: (first: InstanceAddress, second: InstanceAddress) =>
    `/compare/${[first.world, first.id, second.world, second.id].map(encodeURIComponent).join("/")}`,
  reference: "/reference",
  /** The API reference, opened at one endpoint. */
  operation: (id: string) => `/reference/${encodeURIComponent(id)}`,
} as const;

/** The world in an address; undefined on the views that belong to no world. */
export function worldOf(location: string): string | undefined {
  const world = /^\/w\/([^/]+)/.exec(location)?.[1];
  return world === undefined ? undefined : decodePart(world);
}

/** Decodes a part of an address; returns the part itself if somebody typed an invalid one, such as `50%`. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
