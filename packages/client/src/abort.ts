/** Settles like the promise, or rejects with the signal's reason as soon as the signal aborts. */
export function untilAborted<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const done = () => signal.removeEventListener("abort", abort);
    promise.then(resolve, reject).then(done);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  });
}
