import * as z from "zod";
import { wire } from "../meta.ts";
import { image, text } from "./leaf.ts";

/** Pictures of a face; a selfie comes as `selfieImage` or as `face1Image`. Spec 2.8. */
export const Biometric = z
  .looseObject({ face1Image: image, face2Image: image, selfieImage: image, id: text, type: text })
  .register(wire, { id: "Biometric", spec: "2.8", description: "Pictures of a face." });
export type Biometric = z.infer<typeof Biometric>;
