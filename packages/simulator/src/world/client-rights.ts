import type { Region } from "@journey-kit/schemas/regions";
import type { Permission } from "@journey-kit/schemas/routes";
import type { ApiClient } from "./api-client.ts"; // only the type: the start screen must not load Zod

/** Whether a client has a permission. Spec 5; gap `permission-names`. */
export const isPermitted = (client: ApiClient, permission: Permission): boolean =>
  client.permissions?.includes(permission) ?? true;

/** Whether v2 is enabled for a client in a region. Spec 1; gaps `v2-not-enabled`, `v2-regions`. */
export const hasV2 = (client: ApiClient, region: Region): boolean =>
  (client.v2 ?? true) && (client.regions?.includes(region) ?? true);
