/** A program to run: a shell script, or a JavaScript module. */
export interface Program {
  readonly language: string;
  readonly text: string;
  /** The files that a script can run, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a program prints, or that it has ended. */
export type Printed = { readonly text: string } | { readonly hasEnded: true };
