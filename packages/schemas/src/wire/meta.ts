import * as z from "zod";
import type { GapId } from "../tables/gaps/index.ts";

/** What a wire schema knows beyond its shape: its public name and where the specification describes it. */
export interface WireMeta {
  /** Public name; also the emitted file name and the target of every `$ref`. */
  readonly id: string;
  /** Section of the interface specification, for example `"2.9"`. */
  readonly spec: string;
  readonly description?: string;
  /** Id in the gap register, where the specification leaves the shape open. */
  readonly gap?: GapId;
}

/** Every schema that crosses the wire under a public name. Emission and the reference pages read it. */
export const wire = z.registry<WireMeta>();

/** What one member of a wire schema knows beyond its type. */
export interface LeafMeta {
  /** Shown by editors and in the emitted files. */
  readonly description?: string;
  /** Says nothing about a person: a log may keep the value. Whatever is not marked counts as personal. */
  readonly public?: true;
  /** Text that holds base64. The wire schema takes any text; decoding is checked where the bytes are used. */
  readonly contentEncoding?: "base64";
}

/** Members that carry a description, an encoding, or a mark that a log may keep them. */
export const leaves = z.registry<LeafMeta>();
