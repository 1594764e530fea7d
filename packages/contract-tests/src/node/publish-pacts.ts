import { askBroker } from "./broker.ts";
import { CommandError } from "./command-error.ts";
import { createVerb } from "./verb.ts";

/** Publishes pact files to a broker. */
export const publishPacts = createVerb(
  {
    name: "publish-pacts",
    words: ["DIR"],
    help: "publishes the pact files of a folder to the broker of PACT_BROKER_BASE_URL",
    flags: {
      "app-version": { type: "string", value: "VERSION", help: "of the consumer, such as its commit" },
      branch: { type: "string", value: "NAME", help: "of the consumer" },
    },
    example: "journey-contract publish-pacts pacts --app-version 1.2.3 --branch main",
  },
  async ({ values: { "app-version": version, branch }, words: [dir = ""] }, terminal) => {
    if (version === undefined) throw new CommandError('"publish-pacts" needs --app-version.', 2);
    const args = ["publish", dir, "--consumer-app-version", version];
    return askBroker(branch === undefined ? args : [...args, "--branch", branch], terminal);
  },
);
