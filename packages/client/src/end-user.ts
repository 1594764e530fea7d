import type { JourneyClient } from "./client.ts";
import { statusOf } from "./fate.ts";
import { memberOf } from "./json.ts";

/**
 * Gets an end-user token for one instance by device start and connect. Spec 4.2, 5; gaps `interaction-token`,
 * `device-start`.
 *
 * @throws {Error} When no end-user token is available; its `cause` is `refused`, the error for the client's own token.
 */
export async function connectEndUser(
  { v2 }: JourneyClient,
  instanceId: string,
  signal: AbortSignal | undefined,
  refused: unknown,
): Promise<string> {
  const connect = async () => {
    const { connectToken } = await v2.startDevice({ instanceId }, { signal });
    return (await v2.connectDevice({ connectToken }, { signal })).endUserToken;
  };
  try {
    // A connect token works once, so a retry after a lost response needs a new one.
    return await connect().catch((error) => (statusOf(error) === 401 ? connect() : Promise.reject(error)));
  } catch (error) {
    signal?.throwIfAborted();
    const why = memberOf(error, "message");
    throw new Error(`No end-user token for the interaction endpoints: ${why} (gap device-start)`, { cause: refused });
  }
}
