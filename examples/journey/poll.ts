import { setTimeout as sleep } from "node:timers/promises";

// The simulator takes seconds where a service takes minutes; a service is polled every 10 seconds. Spec 4.4.
const interval = 250;

/** Asks again until an answer will do. Spec 4.4. */
export async function poll<T>(fetch: () => Promise<T>, isEnough: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await fetch();
    if (isEnough(answer)) return answer;
    await sleep(interval);
  }
}

/** Whether a journey has come to its end. One that is paused may go on: it is polled still. Spec 3.1; gap `paused-polling`. */
export const isOver = (status: string): boolean => status !== "InProgress" && status !== "Paused";
