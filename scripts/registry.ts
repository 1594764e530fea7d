import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** A package registry on this machine. */
export interface Registry {
  readonly url: string;
  /** The flags with which npm gets every package from it, and with which it may publish. */
  readonly flags: readonly string[];
  readonly close: () => void;
}

/** What `npm publish` sends: the document of the package with one version, and its tarball in base64. */
interface Publication {
  readonly versions: Readonly<Record<string, object>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** Milliseconds for which every version has been published. pnpm and Yarn refuse versions that are younger than a day. */
const age = 7 * 24 * 3_600_000;

/**
 * Serves a registry without packages on a free port. Everyone may publish. Requests for other packages are redirected to the
 * registry that npm uses on this machine.
 */
export async function serveRegistry(): Promise<Registry> {
  const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const versions = new Map<string, string>();
  const documents = new Map<string, string>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const found = documents.get(path) ?? tarballs.get(path) ?? versions.get(path);
    if (request.method === "PUT") {
      const { _attachments, ...document } = (await json(request)) as Publication; // npm sends nothing else
      const published = new Date(Date.now() - age).toISOString();
      const time = Object.fromEntries(Object.keys(document.versions).map((version) => [version, published]));
      documents.set(path, JSON.stringify({ ...document, time }));
      for (const [version, manifest] of Object.entries(document.versions))
        versions.set(`${path}/${version}`, JSON.stringify(manifest));
      for (const [file, { data }] of Object.entries(_attachments))
        tarballs.set(`${path}/-/${file}`, Buffer.from(data, "base64"));
      response.writeHead(201, { "content-type": "application/json" }).end("{}");
    } else if (found === undefined) {
      response.writeHead(302, { location: new URL(request.url?.slice(1) ?? "", upstream).href }).end();
    } else {
      // npm must not use its cache for another registry on this port.
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" }).end(found);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const url = `http://${host}`;
  const flags = [`--registry=${url}`, `--//${host}/:_authToken=local`];
  return { url, flags, close: () => void server.close() };
}
