import { CommandError } from "./terminal.ts";

/** Explains why a server cannot listen. Returns the error itself if it has another reason. */
export function explainListenError(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "EADDRINUSE":
      return new CommandError(
        `Port ${port} on ${host} is already in use. Choose another with --port, or use 0 for a free port.`,
      );
    case "EACCES":
      return new CommandError(`You do not have permission to listen on port ${port}. Choose another with --port.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CommandError(`--host ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
