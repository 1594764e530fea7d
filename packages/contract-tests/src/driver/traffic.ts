type Fetch = (request: Request) => Promise<Response>;

/** Requests that pass through, counted until their answers have been read. */
export interface Traffic {
  readonly fetch: Fetch;
  /**
   * Resolves once nothing is under way and all that waited for an answer has gone on, or once `patience` milliseconds
   * of real time have brought no end.
   */
  quiet(patience: number): Promise<void>;
}

/** Watches what goes through a `fetch`. */
export function watchTraffic(fetch: Fetch): Traffic {
  const underWay = new Set<Promise<unknown>>();
  const keep = (one: Promise<unknown>) => {
    const done = one.then(ignore, ignore).finally(() => underWay.delete(done));
    underWay.add(done);
  };
  return {
    fetch: (request) => {
      const answer = fetch(request).then((response) => {
        if (response.body !== null) keep(response.clone().arrayBuffer()); // a copy, so that the reader keeps his own
        return response;
      });
      keep(answer);
      return answer;
    },
    quiet: async (patience) => {
      const end = AbortSignal.timeout(patience);
      const over = new Promise<void>((resolve) => end.addEventListener("abort", () => resolve(), { once: true }));
      do {
        await Promise.race([Promise.all(underWay), over]);
        await new Promise((resolve) => setTimeout(resolve, 0));
      } while (underWay.size > 0 && !end.aborted);
    },
  };
}

const ignore = () => undefined;
