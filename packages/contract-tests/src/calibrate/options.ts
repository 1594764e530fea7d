import type { Credentials } from "../cases/options.ts";

/** The journeys to run, by resource id; default the built-in ones. Spec 2.1. */
export interface Journeys {
  /** v2, collects DateOfBirth. */
  readonly age: string;
  /** v2, collects FullName and DateOfBirth, then CurrentAddress and, optional, SSN; modules run after both. */
  readonly identity: string;
  /** v2, collects FullName and DateOfBirth, then PrimaryDocument, then Selfie; modules run after each. */
  readonly document: string;
  /** v1, with a task for FullName and DateOfBirth and one for CurrentAddress. */
  readonly identityV1: string;
  /** v2, published in preview under a separate resource id. */
  readonly preview: string;
  /** v2, published, but not in the region of the target. */
  readonly elsewhere?: string;
  /** v2, begins with an interaction that requires nothing. */
  readonly extras?: string;
  /** v2, begins with FullName and lists more leaves for it than a first and a last name. */
  readonly leaves?: string;
}

/** Last names of people with a special outcome; default those of the simulator. */
export interface People {
  readonly rejected: string;
  readonly referred: string;
  /** Whose modules cannot complete. */
  readonly failing: string;
  /** Whose selfie is not alive. */
  readonly lifeless: string;
}

/** Options of {@link calibrate}. */
export interface CalibrateOptions {
  readonly journeys?: Partial<Journeys>;
  readonly people?: Partial<People>;
  /** A user, for the password form of the token request. Spec 4.1. */
  readonly user?: { readonly username: string; readonly password: string };
  /** An API client of the same customer that may start and submit, and not read. Spec 5. */
  readonly withoutRead?: Credentials;
  /** The address of the target in another region. Spec 1. */
  readonly otherRegion?: string;
  /** An API client without v2. Spec 1. */
  readonly withoutV2?: Credentials;
  /** Maximum milliseconds to wait for anything; default 60,000. With control, nothing waits. */
  readonly patience?: number;
  /** Whether to send more than 60 starts within a minute to find a rate limit; default false. Spec 8. */
  readonly burst?: boolean;
  /** Waits for milliseconds; default a real timer. */
  readonly sleep?: (duration: number) => Promise<unknown>;
  /** Called before each probe with a description of its request. */
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
  preview: "age-check-preview@latest",
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
