// A node:http server that only sends a configured response. On /parse it reads and parses the body first.
import { createServer, type IncomingMessage } from "node:http";
import { answerParent, readCpu } from "./answer.ts";

let status = 200;
let headers: Record<string, string> = { "content-length": "0" };
let body = "";

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

const server = createServer((incoming, outgoing) => {
  const send = () => outgoing.writeHead(status, headers).end(body);
  if (incoming.url === "/parse") readJson(incoming).then(send);
  else send();
});

server.listen(Number(process.argv[2]), "127.0.0.1", () =>
  answerParent({
    cpu: readCpu,
    send: (question) => {
      status = Number(question.status);
      headers = { ...Object(question.headers) };
      body = String(question.body);
      headers["content-length"] = String(Buffer.byteLength(body));
      return true;
    },
  }),
);
