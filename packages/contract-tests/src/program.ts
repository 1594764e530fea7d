export { programClient } from "./cli/program-client.ts";
