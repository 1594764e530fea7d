import { defaultClientConditions, defineConfig } from "vite";
import { sourceCondition } from "../../vitest.shared.ts";

export default defineConfig({ resolve: { conditions: [sourceCondition, ...defaultClientConditions] } });
