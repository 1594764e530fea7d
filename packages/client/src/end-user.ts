import type { JourneyClient } from "./client.ts";
import { toCallOptions } from "./run.ts";

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
    const { connectToken } = await v2.startDevice({ instanceId }, toCallOptions(signal));
    return (await v2.connectDevice({ connectToken }, toCallOptions(signal))).endUserToken;
  } catch (error) {
    signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : "the device could not connect";
    throw new Error(
      `The interaction endpoints refuse this token, and there is no end-user token: ${why} (gaps interaction-token, device-start).`,
      { cause: refused },
    );
  }
}
