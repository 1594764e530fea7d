import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

/** Waits until a server responds on a port. Gives up after ten seconds. */
export async function untilAnswered(port: number): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await isAnswered(port))) {
    if (performance.now() > end) throw new Error(`No server responds on port ${port}.`);
    await setTimeout(1);
  }
}

const request = "GET /_sim/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("error", () => resolve(false));
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
