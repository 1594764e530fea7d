import * as z from "zod";
import { doc } from "../meta.ts";
import { ErrorBody, ErrorEntry } from "../wire/error.ts";

const entry = z.looseObject({
  ...ErrorEntry.shape,
  path: doc(z.string(), {
    description: "Path of the member that is wrong, for example `rules[0].then.outcome`. Omitted if there is none.",
  }).optional(),
});

/** Body of every failed response of the control API: the errors of the service, with the path of each problem. */
export const ControlErrorBody = doc(z.looseObject({ ...ErrorBody.shape, errors: z.array(entry).min(1) }), {
  id: "ControlErrorBody",
  description: "The reasons why a request to the control API failed.",
  examples: [
    {
      errors: [
        {
          code: "4003",
          name: "INVALID_FIELD",
          problem: "rules[0].then.outcome: expected Success.",
          action: "Fix the field.",
          path: "rules[0].then.outcome",
        },
      ],
    },
  ],
});
export type ControlErrorBody = z.infer<typeof ControlErrorBody>;
