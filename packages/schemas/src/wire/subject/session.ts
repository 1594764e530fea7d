import * as z from "zod";
import { wire } from "../meta.ts";
import { text } from "./leaf.ts";

/** A sign-in of the person at another provider, with what is needed to take it over. Spec 2.8. */
export const Session = z
  .looseObject({
    id: text,
    type: text,
    provider: text,
    auth: z
      .array(
        z.looseObject({
          id: text,
          scope: text,
          codeVerifier: text,
          code: text,
          state: text,
          redirectUri: text,
          responseType: text,
          clientId: text,
          clientSecret: text,
        }),
      )
      .optional(),
  })
  .register(wire, { id: "Session", spec: "2.8", description: "A sign-in of the person at another provider." });
export type Session = z.infer<typeof Session>;
