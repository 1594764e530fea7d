import { setupWorker } from "msw/browser";
import { handlers } from "./handlers.ts";

/** Starts the simulator in the page. Call it before your application sends its first request. */
export const startSimulator = () => setupWorker(...handlers).start();
