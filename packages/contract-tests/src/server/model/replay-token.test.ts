import { presets } from "@journey-kit/schemas/profile";
import { expect, test } from "vitest";
import { runCli } from "../../../test/terminal.ts";
import { toReadings } from "../../service/readings.ts";
import { parseReplayToken, type Reproduction, toReplayToken } from "./replay-token.ts";

const replay: Reproduction = {
  seed: -7,
  path: "3:1:0",
  replayPath: "AAAB:F",
  maxCommands: 60,
  journeys: [],
  readings: toReadings(presets.observed),
  isTimed: true,
  isControlled: false,
};

test("encodes a replay as a token and decodes it again", async () => {
  const token = await toReplayToken(replay);
  expect(token).toMatch(/^r1\.[\w-]+$/);
  expect(await parseReplayToken(token)).toEqual(replay);
});

test.each([
  ["words", "A replay token begins with r1.", "A replay token begins with c1. or r1."],
  ["r1.", "The replay token is incomplete or comes from another version of the kit."],
  ["r1.?!", "The replay token is incomplete or comes from another version of the kit."],
])("rejects the token %j", async (token, line, printed = line) => {
  await expect(parseReplayToken(token)).rejects.toThrow(line);
  const { code, err } = await runCli("replay", token);
  expect({ code, err }).toEqual({ code: 2, err: `journey-contract: ${printed} Try journey-contract --help.\n` });
});

test("rejects a truncated token", async () => {
  const token = await toReplayToken(replay);
  await expect(parseReplayToken(token.slice(0, -9))).rejects.toThrow("is incomplete");
});
