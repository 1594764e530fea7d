import { isClientId } from "@journey-kit/schemas/calls";
import { tokenForm } from "@journey-kit/schemas/personal";
import type { Region } from "@journey-kit/schemas/tables";
import type { ApiClient } from "./api-client.ts"; // only the type: the start screen must not load Zod

/** Whether v2 is enabled for a client in a region. Spec 1; gaps `v2-not-enabled`, `v2-regions`. */
export const hasV2 = (client: ApiClient, region: Region): boolean =>
  (client.v2 ?? true) && (client.regions?.includes(region) ?? true);

/**
 * Whether an unlisted client may use this id. A token in place of the id is a mistake, and the list of worlds would show
 * the token.
 */
export const isOpenClientId = (text: string): boolean => isClientId(text) && !tokenForm.test(text);
