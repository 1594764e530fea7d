import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { ErrorBody } from "@journey-kit/schemas";
import { describe, expect, it } from "vitest";
import { toRequestText } from "../../test/raw-socket.ts";
import { createSimulator } from "../simulator.ts";
import { createControlCheck } from "./listener.ts";
import { type ServeOptions, serveSimulator } from "./serve.ts";

const elsewhere = "203.0.113.7";
const request = (path: string, authorization?: string) =>
  new Request(`http://localhost${path}`, { headers: authorization === undefined ? {} : { authorization } });

describe("control API", () => {
  it.each(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])(
    "accepts requests from the loopback address %s without the control token",
    (address) => {
      expect(createControlCheck(undefined)(request("/_sim/worlds"), address)).toBe(true);
      expect(createControlCheck("sesame")(request("/_sim/worlds", "Bearer wrong"), address)).toBe(true);
    },
  );

  it.each([elsewhere, "::ffff:203.0.113.7", "2001:db8::1", "::", "::ffff:12.7.0.1", "", undefined])(
    "accepts requests from the address %j only with the control token",
    (address) => {
      const check = createControlCheck("sesame");
      for (const path of [
        "/_sim",
        "/_sim/",
        "/_sim/worlds",
        "/eu/_sim/worlds?x=1",
        "/x/../_sim/gaps",
        "/_sim/health/x",
        "/_sim/metrics",
      ]) {
        expect(createControlCheck(undefined)(request(path, "Bearer sesame"), address), path).toBe(false);
        expect(check(request(path), address), path).toBe(false);
        expect(check(request(path, "bearer  sesame "), address), path).toBe(true);
      }
      for (const wrong of ["sesame", "Basic sesame", "Bearer sesam", "Bearer sesame x", "Bearer "]) {
        expect(check(request("/_sim/worlds", wrong), address), wrong).toBe(false);
      }
    },
  );

  it.each(["Forwarded", "X-Forwarded-For"])(
    "requires the control token if a local proxy sends the header %s",
    (name) => {
      const check = createControlCheck("sesame");
      const forwarded = (path: string, authorization?: string) => {
        const asked = request(path, authorization);
        asked.headers.set(name, elsewhere);
        return asked;
      };
      expect(check(forwarded("/_sim/worlds"), "127.0.0.1")).toBe(false);
      expect(check(forwarded("/_sim/worlds", "Bearer sesame"), "127.0.0.1")).toBe(true);
      for (const path of ["/_sim/ready", "/v2/captain/journey/start"]) {
        expect(check(forwarded(path), "127.0.0.1")).toBe(true);
      }
    },
  );

  it("accepts requests to the service and to the health and readiness checks from any address", () => {
    for (const path of [
      "/_sim/health",
      "/us/_sim/health",
      "/_sim/ready",
      "/",
      "/v2/captain/journey/start",
      "/_simple",
      "/x/_sim/worlds",
    ]) {
      expect(createControlCheck(undefined)(request(path), elsewhere), path).toBe(true);
    }
  });
});

const own = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

describe.skipIf(own === undefined)("control API over a non-loopback address of this machine", () => {
  async function open(options: ServeOptions) {
    const { url, close } = await serveSimulator(createSimulator(), { port: 0, host: own ?? "", ...options });
    const ask = (path: string, init?: RequestInit) => fetch(url + path, init);
    return { ask, close };
  }
  const bearer = { authorization: "Bearer sesame" };

  it("refuses control requests with a v2 error body, but accepts health checks and requests to the service (spec 7)", async () => {
    const { ask, close } = await open({});
    for (const init of [{}, { headers: bearer }, { method: "DELETE" }, { method: "PUT", body: "{}" }]) {
      const refused = await ask("/_sim/worlds/tester", init);
      expect(refused.status).toBe(403);
      expect(refused.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
      expect(ErrorBody.parse(await refused.json()).errors[0]?.name).toBe("CONTROL_NOT_ALLOWED");
    }
    expect((await ask("/_sim/health")).status).toBe(200);
    expect((await ask("/v2/captain/journey/start", { method: "POST" })).status).toBe(401);
    await close();
  });

  it("accepts reads and changes from a caller with the control token", async () => {
    const { ask, close } = await open({ controlToken: "sesame" });
    expect((await ask("/_sim/worlds")).status).toBe(403);
    expect((await ask("/_sim/worlds", { headers: bearer })).status).toBe(200);
    const headers = { ...bearer, "content-type": "application/json" };
    const init = { method: "PATCH", headers, body: JSON.stringify({ mode: "auto" }) };
    expect((await ask("/_sim/worlds/tester/clock", init)).status).toBe(200);
    await close();
  });

  it("changes nothing if a caller without the control token resets the connection after a request", async () => {
    const simulator = createSimulator();
    const { epoch } = await simulator.world("tester").summary();
    const { url, close } = await serveSimulator(simulator, { port: 0, host: own ?? "", controlToken: "sesame" });
    const { hostname, port, host } = new URL(url);
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(toRequestText("DELETE", "/_sim/worlds/tester", host), () => socket.resetAndDestroy());
      await once(socket, "close");
    }
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200); // the server has now processed every earlier request
    expect((await simulator.world("tester").summary()).epoch).toBe(epoch);
    await close();
  });
});
