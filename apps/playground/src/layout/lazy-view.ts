import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const loaders = new Set<() => Promise<unknown>>();

/** Makes a view that is loaded when it is first shown, or by {@link loadViews}. */
export function lazyView<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  loaders.add(load);
  return lazy(async () => ({ default: await load() }));
}

/** Loads every view, so that the page works without a network. */
export async function loadViews(): Promise<void> {
  await Promise.all([...loaders].map((load) => load()));
}
