import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const loaders = new Set<() => Promise<unknown>>();

/** Creates a component that is loaded when it is first shown, or by {@link loadComponents}. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  loaders.add(load);
  return lazy(async () => ({ default: await load() }));
}

/** Loads every component, so that the page works without a network. A loaded component can register more components. */
export async function loadComponents(): Promise<void> {
  for (const load of loaders) await load();
}
