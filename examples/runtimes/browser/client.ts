// The client in a page: runs a journey against the simulator at the address in the query, and shows the outcome.
import { checkAge } from "../src/age-check.ts";

const baseUrl = new URLSearchParams(location.search).get("simulator") ?? "http://127.0.0.1:4010";
document.title = await checkAge({ baseUrl, clientId: "page" });
