import { defineConfig } from "@hey-api/openapi-ts";

// The generated SDK validates every request and response with generated Zod schemas.
export default defineConfig(
  ["v1", "v2", "token"].map((part) => ({
    input: `generated/observed/${part}.json`,
    output: `generated/hey-api/${part}`,
    logs: { file: false },
    plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "zod", { name: "@hey-api/sdk", validator: true }],
  })),
);
