import type { ErrorName } from "@journey-kit/schemas/errors";

/** Something asked of the control plane that cannot be done; nothing has changed. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly kind: ErrorName;

  constructor(kind: ErrorName, message: string) {
    super(message);
    this.kind = kind;
  }
}
