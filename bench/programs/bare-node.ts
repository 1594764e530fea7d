// A node:http server that sends stubs. Below /parse, it reads and parses the body first.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { Stub } from "../stubs.ts";

const [port, file = ""] = process.argv.slice(2);
const stubs: readonly Stub[] = JSON.parse(readFileSync(file, "utf8"));
const responses = new Map(
  stubs.map(({ path, status, headers, body }) => {
    const withLength = { ...headers, "content-length": `${Buffer.byteLength(body)}` };
    return [path, { status, headers: withLength, body }];
  }),
);
const missing = { status: 404, headers: { "content-length": "0" }, body: "" };
const parse = "/parse";

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

const server = createServer((incoming, outgoing) => {
  const { url = "" } = incoming;
  const send = (path: string) => {
    const { status, headers, body } = responses.get(path) ?? missing;
    outgoing.writeHead(status, headers).end(body);
  };
  if (url.startsWith(parse)) readJson(incoming).then(() => send(url.slice(parse.length)));
  else send(url);
});

server.listen(Number(port), "127.0.0.1");
