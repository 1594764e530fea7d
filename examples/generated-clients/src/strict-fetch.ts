import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Fetch = (request: Request) => Promise<Response>;

const parts = ["v1", "v2", "token"];
const toPointerPart = (text: string) => text.replaceAll("~", "~0").replaceAll("/", "~1");

/** Wraps `fetch` and rejects every response that does not match the OpenAPI documents of a preset. */
export function createStrictFetch(preset: string, fetch: Fetch): Fetch {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const documents = parts.map((part) => JSON.parse(readFileSync(`generated/${preset}/${part}.json`, "utf8")));
  for (const [i, document] of documents.entries()) ajv.addSchema(document, `${parts[i]}`);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    const i = documents.findIndex(({ paths }) => Object.hasOwn(paths, pathname));
    const described = documents[i]?.paths[pathname].post.responses[response.status];
    if (described === undefined) throw new Error(`${pathname}: no document describes status ${response.status}.`);
    const pointer = [
      "paths",
      pathname,
      "post",
      "responses",
      `${response.status}`,
      "content",
      "application/json",
      "schema",
    ];
    const validate = ajv.getSchema(`${parts[i]}#/${pointer.map(toPointerPart).join("/")}`);
    if (validate === undefined) throw new Error(`${pathname}: status ${response.status} has no schema.`);
    if (!validate(await response.clone().json())) throw new Error(`${pathname}: ${ajv.errorsText(validate.errors)}`);
    return response;
  };
}
