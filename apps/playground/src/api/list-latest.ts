import type { Exchange, Har, RequestList, World } from "@journey-kit/schemas/control";

/** Maximum number of requests that the simulator lists at once and that the page keeps for each world. */
export const maxRequests = 9_999;

/**
 * A cursor that is higher than the number of any request. The list of requests after this cursor is empty, and its
 * `next` is the cursor of the latest request.
 */
const endOfJournal = "999999999999999";

/** Lists the latest requests of a world, oldest first. */
export const listLatest = async (world: World, count: number): Promise<RequestList> =>
  world.requests.list({ after: await cursorBefore(world, count), limit: `${count}` });

/**
 * Updates a list of requests. Reads the whole list only the first time, and after the world's requests were reset or
 * replaced.
 */
export async function updateLatest(world: World, known: RequestList | undefined): Promise<RequestList> {
  if (known === undefined) return listLatest(world, maxRequests);
  const { requests } = world;
  const [oldest] = (await requests.list({ after: "0", limit: "1" })).requests;
  const kept = known.requests.filter(({ sequence }) => oldest !== undefined && sequence >= oldest.sequence);
  const isContinued = kept[0] !== undefined && kept[0].requestId === oldest?.requestId;
  if (!isContinued) return listLatest(world, maxRequests);
  const later = await requests.list({ after: `${known.next}`, limit: `${maxRequests}` });
  return { ...later, requests: [...kept, ...later.requests].slice(-maxRequests) };
}

/** Counts all requests that a world ever recorded. */
export const countRequests = async ({ requests }: World): Promise<number> =>
  (await requests.list({ after: endOfJournal })).next;

/** Writes some of the latest requests of a world as an HTTP Archive. */
export async function archiveLatest(world: World, requests: readonly Exchange[]): Promise<Har> {
  const ids = new Set(requests.map(({ requestId }) => requestId));
  const after = await cursorBefore(world, maxRequests);
  const { log } = await world.requests.archive({ after, limit: `${maxRequests}` });
  const isChosen = ({ response }: Har["log"]["entries"][number]) =>
    response.headers.some(({ name, value }) => name === "x-request-id" && ids.has(value));
  return { log: { ...log, entries: log.entries.filter(isChosen) } };
}

const cursorBefore = async (world: World, count: number): Promise<string> =>
  `${Math.max(0, (await countRequests(world)) - count)}`;
