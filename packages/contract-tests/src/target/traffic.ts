type Fetch = (request: Request) => Promise<Response>;

/** Counts pending requests until their responses are read. */
export interface Traffic {
  readonly fetch: Fetch;
  /** Resolves once no request is pending and its callers have continued, or after `patience` real milliseconds. */
  quiet(patience: number): Promise<void>;
}

/** Counts the requests of a `fetch`. */
export function watchTraffic(fetch: Fetch): Traffic {
  const underWay = new Set<Promise<unknown>>();
  const keep = (one: Promise<unknown>) => {
    const done = one.then(ignore, ignore).finally(() => underWay.delete(done));
    underWay.add(done);
  };
  return {
    fetch: (request) => {
      const answer = fetch(request).then((response) => {
        if (response.body !== null) keep(response.clone().arrayBuffer()); // a copy, so that the reader keeps its own
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
