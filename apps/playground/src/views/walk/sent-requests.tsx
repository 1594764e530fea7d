import { paths } from "@journey-kit/schemas/calls";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Disclosure, DisclosurePanel, Heading, Button as PlainButton } from "react-aria-components";
import { Link } from "wouter";
import { useRequests } from "../../api/queries.ts";
import { paths as views } from "../../paths.ts";
import { formatDuration } from "../../text/format.ts";
import { httpTone } from "../../text/tones.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Json } from "../../ui/json.tsx";
import { Basis } from "../../ui/request-detail/basis.tsx";
import { RequestLine } from "../../ui/request-line.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { SentRequest } from "./recorded-service.ts";
import { shorten } from "./shorten.ts";

interface SentRequestsProps {
  readonly world: string;
  /** Newest first. */
  readonly sent: readonly SentRequest[];
}

/** The requests of this view, exactly as they were sent, with their responses. */
export function SentRequests({ world, sent }: SentRequestsProps): ReactNode {
  const newest = sent[0]?.id;
  /** The request that the user selected, until a newer request is sent. */
  const [picked, pick] = useState<{ readonly id: number; readonly newest: number | undefined }>();
  const shown = sent.find(({ id }) => id === picked?.id && picked.newest === newest) ?? sent.find(isSent) ?? sent[0];
  const requests = useRequests(world).data?.requests;
  const requestId = shown?.response?.requestId;
  const logged = requests?.findLast((one) => requestId !== undefined && one.requestId === requestId);
  return (
    <Disclosure className="group min-w-0 rounded-12 border border-line bg-panel">
      <Heading level={2} className="text-14">
        <PlainButton
          slot="trigger"
          className="flex w-full cursor-pointer flex-wrap items-center gap-x-2 gap-y-1 rounded-12 border-0 bg-transparent px-4 py-3 text-left font-[inherit] data-hovered:bg-sunken"
        >
          <ChevronRight size={14} aria-hidden className="flex-none text-ink-3 group-data-expanded:rotate-90" />
          Requests of this page
          <span className="text-12 font-normal text-ink-3 narrow:w-full narrow:pl-[22px]">
            {shown === undefined ? "none yet" : "the JSON, and the rules behind each response"}
          </span>
          {shown !== undefined && (
            <span className="ml-auto flex min-w-0 items-center gap-2 text-13 font-normal">
              <RequestLine request={shown} />
              <ResponseStatus response={shown.response} />
            </span>
          )}
        </PlainButton>
      </Heading>
      <DisclosurePanel className="hidden group-data-expanded:block">
        {shown !== undefined && (
          <div className="grid grid-cols-[minmax(0,380px)_minmax(0,1fr)] gap-4 border-t border-line p-4 max-[1000px]:grid-cols-1">
            <div className="grid content-start gap-3">
              <ul className="grid gap-px">
                {sent.slice(0, 6).map((request) => (
                  <li key={request.id}>
                    <button
                      type="button"
                      className="flex w-full cursor-pointer items-center justify-between gap-2 rounded-5 border-0 bg-transparent px-2 py-1 text-left hover:bg-sunken aria-pressed:bg-sunken"
                      aria-pressed={request.id === shown.id}
                      onClick={() => pick({ id: request.id, newest })}
                    >
                      <RequestLine request={request} />
                      <ResponseStatus response={request.response} />
                    </button>
                  </li>
                ))}
              </ul>
              {logged !== undefined && (
                <>
                  <Basis key={logged.sequence} world={world} exchange={logged} />
                  <p className="text-12">
                    <Link href={views.request(world, logged.sequence)}>Request {logged.sequence} in the log</Link>
                  </p>
                </>
              )}
            </div>
            <div className="min-w-0">
              <p className="text-12 wrap-anywhere text-ink-3">
                <code>{shown.path}</code> · {formatDuration(shown.took)}
                {shown.response?.requestId !== undefined && (
                  <>
                    {" "}
                    · request id <code>{shown.response.requestId}</code>
                  </>
                )}
              </p>
              <Tabs
                label="Messages"
                tabs={[
                  { id: "request", title: "Request", content: <Body value={shown.requestBody} label="Request body" /> },
                  {
                    id: "response",
                    title: "Response",
                    content:
                      shown.response === undefined ? (
                        <p>No response arrived.</p>
                      ) : (
                        <Body value={shown.response.body} label="Response body" />
                      ),
                  },
                ]}
              />
            </div>
          </div>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}

/** Whether the request sent data from the user; all others are fetches by the page. */
const isSent = ({ path }: SentRequest): boolean => sending.some((end) => path.endsWith(end));

const sending = [paths["v2.submitInteraction"], paths["v1.updateTask"]];

const ResponseStatus = ({ response }: { readonly response: SentRequest["response"] }) =>
  response === undefined ? (
    <Badge tone="fault">lost</Badge>
  ) : (
    <Badge tone={httpTone(response.status)}>{response.status}</Badge>
  );

const Body = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <div className="relative *:[button]:absolute *:[button]:top-1.5 *:[button]:right-1.5">
    <Json value={shorten(value)} label={label} />
    <CopyButton text={() => JSON.stringify(value, null, 2)} label={`Copy: ${label}`} />
  </div>
);
