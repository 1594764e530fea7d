// A proxy in front of a server on another port, which records the traffic.
import { serveTrafficProxy } from "@journey-kit/contract-tests/program";
import { answerParent } from "./answer.ts";

let exchanges = 0;
const { url } = await serveTrafficProxy({
  upstream: `http://127.0.0.1:${process.argv[2]}`,
  onExchange: () => {
    exchanges += 1;
  },
});

answerParent({
  port: async () => Number(new URL(url).port),
  exchanges: async () => exchanges,
});
