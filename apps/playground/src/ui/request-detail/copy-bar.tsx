import type { Exchange } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { useTarget } from "../../api/target-provider.tsx";
import { CopyButton } from "../copy.tsx";
import { toRepeat } from "./code/repeat.ts";
import { toClientCode } from "./code/to-client-code.ts";
import { toCurl } from "./code/to-curl.ts";
import { toFetch } from "./code/to-fetch.ts";

/** Copies a request as a command, as code or as an HTTP Archive. */
export function CopyBar({ world, exchange }: { readonly world: string; readonly exchange: Exchange }): ReactNode {
  const { target } = useTarget();
  const repeat = toRepeat(exchange, target);
  const clientCode = toClientCode(repeat, exchange.endpoint, world);
  const readArchive = async () => {
    const after = `${exchange.sequence - 1}`;
    return JSON.stringify(await target.control.world(world).requests.archive({ after, limit: "1" }), null, 2);
  };
  return (
    <fieldset
      className="m-0 flex min-w-0 flex-wrap justify-between border-0 border-t border-line px-1 py-2"
      aria-label="Copy as"
    >
      <CopyButton text={toCurl(repeat, world)} label="Copy as curl">
        curl
      </CopyButton>
      {clientCode !== undefined && (
        <CopyButton text={clientCode} label="Copy as client code">
          Client code
        </CopyButton>
      )}
      <CopyButton text={toFetch(repeat)} label="Copy as fetch">
        fetch
      </CopyButton>
      <CopyButton text={readArchive} label="Copy as HAR">
        HAR
      </CopyButton>
    </fieldset>
  );
}
