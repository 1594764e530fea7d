/** Something the user can put right. Its message is one clear line, or a line for each problem; never a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** 2 for a wrong command line, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
