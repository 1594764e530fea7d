import { clientIdProblem, isClientId } from "@journey-kit/schemas/calls";
import { type Permission, permissions } from "@journey-kit/schemas/endpoints";
import { regions } from "@journey-kit/schemas/tables";
import * as z from "zod";

/** An API client, as the account management portal lists it. An omitted member sets no limit. Spec 5. */
export const ApiClient = z.strictObject({
  clientId: z.string().refine(isClientId, clientIdProblem),
  clientSecret: z.string().min(1),
  grants: z
    .array(z.enum(["password", "client_credentials"]))
    .min(1)
    .optional(),
  /** User names and passwords for the password grant. By default, any pair is accepted. */
  users: z.array(z.strictObject({ username: z.string().min(1), password: z.string().min(1) })).optional(),
  permissions: z.array(z.enum(permissions as readonly [Permission, ...Permission[]])).optional(), // the list is never empty
  regions: z.array(z.enum(regions)).optional(),
  /** Whether the client is enabled for v2. The default is true. */
  v2: z.boolean().optional(),
});
export type ApiClient = z.infer<typeof ApiClient>;
