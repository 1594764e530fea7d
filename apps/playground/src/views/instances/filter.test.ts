import type { InstanceSummary } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { filterInstances, noFilter } from "./filter.ts";

const instance: InstanceSummary = {
  instanceId: "sim_4f9c2b7e1d3a4c58",
  journey: "full-kyc",
  journeyName: "Full KYC",
  apiVersion: "v2",
  region: "eu",
  ordinal: 1,
  scenario: "test-people",
  phase: "collecting",
  startedAt: "2026-01-31T09:30:00.000Z",
};
const list: readonly InstanceSummary[] = [
  instance,
  { ...instance, ordinal: 2, region: "us", phase: "finished", outcome: "reject" },
  {
    ...instance,
    ordinal: 13,
    journey: "age-check-v1",
    journeyName: "Age check",
    apiVersion: "v1",
    phase: "reviewing",
    outcome: "refer",
  },
];
const find = (filter: Partial<typeof noFilter>) =>
  filterInstances(list, { ...noFilter, ...filter }).map(({ ordinal }) => ordinal);

test("lists the newest instance first", () => {
  expect(find({})).toEqual([13, 2, 1]);
});

test("finds instances by words in any order", () => {
  expect(find({ text: "KYC us" })).toEqual([2]);
  expect(find({ text: "v1 age" })).toEqual([13]);
  expect(find({ text: "#13" })).toEqual([13]);
  expect(find({ text: "4c58 nothing" })).toEqual([]);
});

test("finds unfinished instances by phase, and finished ones by outcome", () => {
  expect(find({ status: "collecting" })).toEqual([1]);
  expect(find({ status: "reject" })).toEqual([2]);
  expect(find({ status: "reviewing" })).toEqual([13]);
  expect(find({ status: "refer" })).toEqual([]);
});
