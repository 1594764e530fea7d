import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { sourceCondition } from "../../vitest.shared.ts";

/** `npm run dev` reloads the page and sends everything else to a running simulator. */
const simulator = process.env.JOURNEY_SIMULATOR ?? "http://127.0.0.1:4010";
const proxied = ["/_sim", "/as", "/v1", "/v2", "/eu", "/us", "/au"];

export default defineConfig({
  base: "./",
  plugins: [react()],
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  build: { emptyOutDir: true },
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: simulator, changeOrigin: true }])) },
});
