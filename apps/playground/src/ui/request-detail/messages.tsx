import type { Exchange } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Json } from "../json.tsx";
import { Tabs } from "../tabs.tsx";
import { hasPlaceholder } from "./code/repeat.ts";

/** The request and the response with their headers and bodies. */
export function Messages({ exchange: { request, response } }: { readonly exchange: Exchange }): ReactNode {
  const isRedacted = hasPlaceholder(request) || hasPlaceholder(response);
  return (
    <div className="border-t border-line">
      <Tabs
        label="Messages"
        tabs={[
          { id: "response", title: "Response", content: <Message name="Response" message={response} /> },
          { id: "request", title: "Request", content: <Message name="Request" message={request} /> },
        ]}
      />
      {isRedacted && (
        <p className="px-4 pb-3 text-12 text-ink-3">Placeholders in ‹…› replace personal values, which are not kept.</p>
      )}
    </div>
  );
}

interface MessageProps {
  readonly name: string;
  readonly message: Exchange["request"] | Exchange["response"];
}

const Message = ({ name, message: { headers, body } }: MessageProps) => (
  <div className="text-12 *:[section]:rounded-none">
    {body === undefined ? (
      <p className="px-4 py-3 text-ink-3">No body was recorded.</p>
    ) : (
      <Json value={body} label={`${name} body`} />
    )}
    <dl
      className="grid gap-0.5 border-t border-line px-4 py-2.5 font-mono wrap-anywhere text-ink-3"
      aria-label={`${name} headers`}
    >
      {Object.entries(headers).map(([header, value]) => (
        <div key={header}>
          <dt className="inline after:content-[':_']">{header}</dt>
          <dd className="inline text-ink-2">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
