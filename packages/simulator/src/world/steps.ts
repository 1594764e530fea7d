/** Lets other requests proceed between two steps of a long task. */
export type Pause = () => Promise<void>;

/** How many instances or requests a long task handles in one step, which takes a few milliseconds. */
export const stepLength = 50;

/**
 * Maps items one after another. A list that is longer than a step of `length` items pauses before each step, so that however long the list
 * is, no other request waits for more than one step.
 */
export async function mapInSteps<Item, Value>(
  items: readonly Item[],
  pause: Pause,
  map: (item: Item, index: number) => Value | Promise<Value>,
  length = stepLength,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const [index, item] of items.entries()) {
    if (items.length > length && index % length === 0) await pause();
    values.push(await map(item, index));
  }
  return values;
}
