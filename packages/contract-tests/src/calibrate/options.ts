import type { Credentials } from "../cases/options.ts";

/** The journeys that are run, by resource id. The ones that ship with the simulator where left out. Spec 2.1. */
export interface Journeys {
  /** v2, collects DateOfBirth. */
  readonly age: string;
  /** v2, collects FullName and DateOfBirth, then CurrentAddress and, optional, SSN; modules run after both. */
  readonly identity: string;
  /** v2, collects FullName and DateOfBirth, then PrimaryDocument, then Selfie; modules run after each. */
  readonly document: string;
  /** v1, with a task for FullName and DateOfBirth and one for CurrentAddress. */
  readonly identityV1: string;
  /** v2, published, but not in the region of the target. */
  readonly elsewhere?: string;
  /** v2, begins with an interaction that requires nothing. */
  readonly extras?: string;
  /** v2, begins with FullName and lists more leaves for it than a first and a last name. */
  readonly leaves?: string;
}

/** Last names of people about whom the target finds something. Those that ship with the simulator where left out. */
export interface People {
  readonly rejected: string;
  readonly referred: string;
  /** Whose modules cannot complete. */
  readonly failing: string;
  /** Whose selfie is not alive. */
  readonly lifeless: string;
}

/** What a calibration may use; everything may be left out. */
export interface CalibrateOptions {
  readonly journeys?: Partial<Journeys>;
  readonly people?: Partial<People>;
  /** A user, for the password form of the token request. Spec 4.1. */
  readonly user?: { readonly username: string; readonly password: string };
  /** An API client of the same customer that may start and submit, and not read. Spec 5. */
  readonly withoutRead?: Credentials;
  /** An API client without v2. Spec 1. */
  readonly withoutV2?: Credentials;
  /** Milliseconds to wait for anything, at the longest; 60,000 where left out. With control nothing is waited for. */
  readonly patience?: number;
  /** Whether more than 60 starts within a minute may be sent, to see a limit; not where left out. Spec 8. */
  readonly burst?: boolean;
  /** Waits by milliseconds; by the clock of the system where left out. */
  readonly sleep?: (duration: number) => Promise<unknown>;
  /** Called before each probe with what it sends, in words. */
  readonly onProbe?: (sends: string) => void;
}

/** Options with their defaults. */
export interface Settings extends Omit<CalibrateOptions, "journeys" | "people"> {
  readonly journeys: Journeys;
  readonly people: People;
  readonly patience: number;
  readonly sleep: (duration: number) => Promise<unknown>;
}

const shipped: Journeys = {
  age: "age-check@latest",
  identity: "identity-check@latest",
  document: "document-and-selfie@latest",
  identityV1: "identity-check-v1@latest",
};

const testPeople: People = {
  rejected: "Testreject",
  referred: "Testrefer",
  failing: "Testfail",
  lifeless: "Testlivenessfail",
};

/** Completes the options. */
export const toSettings = (options: CalibrateOptions): Settings => ({
  ...options,
  journeys: { ...shipped, ...options.journeys },
  people: { ...testPeople, ...options.people },
  patience: options.patience ?? 60_000,
  sleep: options.sleep ?? ((duration) => new Promise((resolve) => setTimeout(resolve, duration))),
});
