import { defineConfig } from "orval";

export default defineConfig(
  Object.fromEntries(
    ["v1", "v2", "token"].map((part) => [
      part,
      {
        input: `generated/observed/${part}.json`,
        output: { target: `generated/orval/${part}.ts`, client: "fetch", baseUrl: "http://127.0.0.1:4010" },
      },
    ]),
  ),
);
