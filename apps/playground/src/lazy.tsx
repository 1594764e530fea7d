import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { Button } from "./ui/button.tsx";
import { Empty } from "./ui/states.tsx";

const loaders = new Set<() => Promise<unknown>>();

/**
 * Creates a component that is loaded when it is first shown, or by {@link loadComponents}. Where it cannot be loaded,
 * the page says so.
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  loaders.add(load);
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
}

/** Registers a module without a component, which is loaded on demand or by {@link loadComponents}. */
export function lazyModule<Module>(load: () => Promise<Module>): () => Promise<Module> {
  loaders.add(load);
  return load;
}

/** Loads every component, so that the page works without a network. A loaded component can register more components. */
export async function loadComponents(): Promise<void> {
  for (const load of loaders) await load();
}

// The browser remembers that a file failed, so only a new page can load it.
const NotLoaded = () => (
  <Empty
    title="This part of the page could not be loaded."
    action={<Button onPress={() => window.location.reload()}>Reload the page</Button>}
  >
    The simulator has stopped, or was restarted with another version.
  </Empty>
);
