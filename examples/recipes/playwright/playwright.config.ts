import { defineConfig } from "@playwright/test";

const port = 4011;

export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  use: {
    // Only needed for a browser that `playwright install` did not install.
    launchOptions: { ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] }) },
  },
  webServer: {
    command: `npx journey serve --port ${port} --latency 0 --quiet`,
    url: `http://127.0.0.1:${port}/_sim/ready`,
    reuseExistingServer: !process.env.CI,
  },
});
