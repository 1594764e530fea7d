import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/** A package registry on this machine. */
export interface Registry {
  readonly url: string;
  readonly close: () => void;
}

/** Serves the tarballs of a folder as a read-only registry, on a free port. Knows no other package. */
export async function serveTarballs(folder: string): Promise<Registry> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const packages = new Map(
    globSync("*.tgz", { cwd: folder }).map((file) => {
      const content = readFileSync(join(folder, file));
      const manifest = JSON.parse(
        execFileSync("tar", ["-xOzf", join(folder, file), "package/package.json"]).toString(),
      );
      const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
      const version = { ...manifest, dist: { tarball: `${url}/${file}`, integrity } };
      return [manifest.name, { file, content, version }] as const;
    }),
  );
  server.on("request", (request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const found = packages.get(path);
    const tarball = [...packages.values()].find(({ file }) => file === path);
    if (tarball !== undefined) response.end(tarball.content);
    else if (found === undefined) response.writeHead(404).end();
    else {
      const { version } = found;
      const document = {
        name: path,
        "dist-tags": { latest: version.version },
        versions: { [version.version]: version },
      };
      // npm must not use its cache for another registry on this port.
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify(document));
    }
  });
  return { url, close: () => void server.close() };
}
