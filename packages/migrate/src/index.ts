export type { Finding, Problem, Scan } from "./finding.ts";
export { scanSource } from "./scan.ts";
