// The entries that run on any platform. `tsconfig.neutral.json` compiles this file without the types of Node.
export * as client from "@journey-kit/client";
export * as clientControl from "@journey-kit/client/control";
export * as clientMigrate from "@journey-kit/client/migrate";
export * as clientV1 from "@journey-kit/client/v1";
export * as clientValidate from "@journey-kit/client/validate";
export * as contractTests from "@journey-kit/contract-tests";
export * as traffic from "@journey-kit/contract-tests/traffic";
export * as schemas from "@journey-kit/schemas";
export * as calls from "@journey-kit/schemas/calls";
export * as control from "@journey-kit/schemas/control";
export * as emit from "@journey-kit/schemas/emit";
export * as endpoints from "@journey-kit/schemas/endpoints";
export * as personal from "@journey-kit/schemas/personal";
export * as report from "@journey-kit/schemas/report";
export * as tables from "@journey-kit/schemas/tables";
export * as simulator from "@journey-kit/simulator";
export * as durableObject from "@journey-kit/simulator/durable-object";
