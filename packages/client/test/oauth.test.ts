import { createSimulator } from "@journey-kit/simulator";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { expect, test } from "vitest";

const issuer = "https://auth.localhost";
const server = { issuer, token_endpoint: `${issuer}/as/token.oauth2` };
const user = { username: "user", password: "user-password" };
const scope = "service.token";
const issued = {
  access_token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
  expires_in: 3600,
  token_type: "bearer",
};

const open = () => {
  const { fetch } = createSimulator();
  return (url: string, options: object) => fetch(new Request(url, options));
};

test("oauth4webapi gets tokens from the simulator with both grants (spec 4.1, 2.11)", async () => {
  const client = { client_id: "oauth" };
  const secret = oauth.ClientSecretPost("oauth-secret");
  const options = { [oauth.customFetch]: open() };
  const byClient = await oauth.clientCredentialsGrantRequest(server, client, secret, { scope }, options);
  expect(await oauth.processClientCredentialsResponse(server, client, byClient)).toMatchObject(issued);
  const byUser = await oauth.genericTokenEndpointRequest(server, client, secret, "password", user, options);
  expect(await oauth.processGenericTokenEndpointResponse(server, client, byUser)).toMatchObject(issued);
});

test("openid-client gets tokens from the simulator with both grants (spec 4.1, 2.11)", async () => {
  const config = new openid.Configuration(server, "openid", undefined, openid.ClientSecretPost("openid-secret"));
  config[openid.customFetch] = open();
  expect(await openid.clientCredentialsGrant(config, { scope })).toMatchObject(issued);
  expect(await openid.genericGrantRequest(config, "password", user)).toMatchObject(issued);
});
