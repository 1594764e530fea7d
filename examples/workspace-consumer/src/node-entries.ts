// The entries that need Node.
export * as pact from "@journey-kit/contract-tests/pact";
export * as program from "@journey-kit/contract-tests/program";
export * as vitest from "@journey-kit/contract-tests/vitest";
export * as node from "@journey-kit/simulator/node";
