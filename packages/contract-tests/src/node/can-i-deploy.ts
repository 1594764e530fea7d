import { askBroker } from "./broker.ts";
import { CommandError } from "./command-error.ts";
import { createVerb } from "./verb.ts";

/** Asks a broker whether a version may be deployed. */
export const canIDeploy = createVerb(
  {
    name: "can-i-deploy",
    help: "asks the broker of PACT_BROKER_BASE_URL whether a version may be deployed",
    flags: {
      consumer: { type: "string", value: "NAME", help: "as the pact has it" },
      "app-version": { type: "string", value: "VERSION", help: "of the consumer" },
      environment: { type: "string", value: "NAME", help: "where to, as the broker knows it" },
    },
    example: "journey-contract can-i-deploy --consumer my-app --app-version 1.2.3 --environment production",
  },
  async ({ values: { consumer, environment, "app-version": version } }, terminal) => {
    if (consumer === undefined || version === undefined || environment === undefined) {
      throw new CommandError('"can-i-deploy" needs --consumer, --app-version and --environment.', 2);
    }
    const which = ["--pacticipant", consumer, "--version", version];
    return askBroker(["can-i-deploy", ...which, "--to-environment", environment], terminal);
  },
);
