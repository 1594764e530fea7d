import { addressOf } from "../api/address.ts";
import type { App } from "../api/app.ts";

/**
 * Serves the files of a folder at paths that have no endpoint. The first request for a file loads Hono, which startup
 * does not need.
 */
export function createPlayground(folder: string, app: Pick<App, "fetch">): Pick<App, "fetch"> {
  let loading: Promise<Pick<App, "fetch">> | undefined;
  const load = async () => (await import("./playground-files.ts")).createFiles(folder, app);
  return {
    fetch: (request, bindings) => {
      if (!isFile(request)) return app.fetch(request, bindings);
      loading ??= load();
      return loading.then((files) => files.fetch(request, bindings));
    },
  };
}

/** Whether a request is for a file: a GET or HEAD at a path that has no endpoint. */
function isFile({ method, url }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { region, isControl, places } = addressOf(url);
  return region === undefined && !isControl && places.length === 0;
}
