import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { sourceCondition } from "../../vitest.shared.ts";

export default defineConfig({
  base: "./",
  plugins: [react(), tailwind()],
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  build: { emptyOutDir: true, chunkSizeWarningLimit: 700, license: { fileName: "licenses.md" } },
});
