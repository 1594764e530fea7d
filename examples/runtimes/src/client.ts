// Runs a journey over HTTP and prints the outcome. `journey exec` and `journey client` set the variables.
import process from "node:process";
import { checkAge } from "./age-check.ts";

const { JOURNEY_BASE_URL = "http://127.0.0.1:4010", JOURNEY_CLIENT_ID = "me", JOURNEY_CLIENT_SECRET } = process.env;
const secret = JOURNEY_CLIENT_SECRET !== undefined && { clientSecret: JOURNEY_CLIENT_SECRET };
console.log(await checkAge({ baseUrl: JOURNEY_BASE_URL, clientId: JOURNEY_CLIENT_ID, ...secret }));
