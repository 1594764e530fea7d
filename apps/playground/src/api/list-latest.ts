import type { Har, RequestList, World } from "@journey-kit/schemas/control";

/** Maximum number of requests that the simulator lists at once, and that the page keeps of each world. */
export const maxRequests = 9_999;

/** A cursor after every request. A list from there is empty, and its `next` is the cursor of the latest request. */
const endOfJournal = "999999999999999";

/** Lists the latest requests of a world, oldest first. */
export const listLatest = async ({ requests }: World, count: number): Promise<RequestList> =>
  requests.list({ after: await cursorBefore(requests, count), limit: `${count}` });

/** Writes the latest requests of a world as an HTTP Archive. */
export const archiveLatest = async ({ requests }: World): Promise<Har> =>
  requests.archive({ after: await cursorBefore(requests, maxRequests), limit: `${maxRequests}` });

async function cursorBefore(requests: World["requests"], count: number): Promise<string> {
  const { next } = await requests.list({ after: endOfJournal });
  return `${Math.max(0, next - count)}`;
}
