import serverless from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** Launches the browser of `CHROMIUM`, or the one of the installed package. Warns and returns undefined without one. */
export async function launchBrowser(tests: string): Promise<Browser | undefined> {
  try {
    const executablePath = process.env.CHROMIUM ?? (await serverless.executablePath());
    return await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  } catch (error) {
    console.warn(`NO BROWSER: ${tests} are skipped. Set CHROMIUM to the path of a browser.\n${error}`);
    return undefined;
  }
}
