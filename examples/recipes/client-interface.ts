// What the recipes need from a client.

/** The addresses of the service, and the credentials of the client. */
export interface Settings {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Milliseconds between two polls. */
  readonly pollIntervalMs: number;
  /** Sends a request. The default is the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The data of a person, such as `{ identity: { firstName: "Ada" } }`. */
export type Subject = Readonly<Record<string, unknown>>;

/** A client. The recipe for Playwright calls the last two methods, and the other recipes call only the first. */
export interface Client {
  /** Runs a whole journey. Returns the outcome, `failed`, or `unknown` if the response to the start was lost. */
  runJourney(resourceId: string, subject: Subject, signal?: AbortSignal): Promise<string>;
  /** Starts a journey with hosted pages. Returns its id and the address of its first page. */
  startPages(resourceId: string): Promise<{ readonly instanceId?: string; readonly instanceUrl?: string }>;
  /** Reads the outcome of a journey, such as `accept`. Returns `pending` while it is not known. */
  readOutcome(instanceId: string): Promise<string>;
}

/** Creates a client. */
export type CreateClient = (settings: Settings) => Client;
