/** A command line that cannot be followed. Its message is one clear line; the exit code is 2. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
