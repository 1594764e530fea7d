import type { JourneyClient } from "./client.ts";

/**
 * Gets an end-user token for one instance by device start and connect. Spec 4.2, 5; gaps `interaction-token`,
 * `device-start`.
 *
 * @throws {Error} Where there is no way to one; its `cause` is what `refused` the client's own token.
 */
export async function connectEndUser(
  { v2 }: JourneyClient,
  instanceId: string,
  signal: AbortSignal | undefined,
  refused: unknown,
): Promise<string> {
  try {
    const { connectToken } = await v2.startDevice({ instanceId }, { signal });
    return (await v2.connectDevice({ connectToken }, { signal })).endUserToken;
  } catch (error) {
    signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : "";
    throw new Error(
      `The interaction endpoints want an end-user token, and none is to be had: ${why} (gap device-start)`,
      { cause: refused },
    );
  }
}
