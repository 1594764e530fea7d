import * as z from "zod";
import { wire } from "../meta.ts";
import { text, texts } from "./leaf.ts";

/** The members of a name, shared by name objects, identities and the persons of an entity. Spec 2.8. */
export const nameMembers = {
  title: text,
  firstName: text,
  middleNames: texts,
  lastNames: texts,
  lastNamesAtBirth: texts,
};

/** What a person is called. Spec 2.8. */
export const Name = z.looseObject(nameMembers).register(wire, {
  id: "Name",
  spec: "2.8",
  description: "What a person is called; used for aliases and related persons.",
});
export type Name = z.infer<typeof Name>;
