/** Formats an HTTP request with a JSON body. */
export const toRequest = (port: number, path: string, token: string, body: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
