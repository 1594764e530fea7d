import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Panel } from "../../../ui/panel.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { type Mark, toMarks } from "../timeline/marks.ts";
import type { Place } from "../timeline/moments.ts";
import { InstanceRequests } from "./instance-requests.tsx";
import { Log } from "./log.tsx";
import { StateJson } from "./state-json.tsx";
import { Terms } from "./terms.tsx";

interface ActivityProps {
  readonly world: string;
  /** The instance as the view shows it. */
  readonly explanation: Explanation;
  /** The requests of the instance, oldest first. */
  readonly requests: readonly Exchange[];
  /** The earlier moment that the view shows; undefined for the present. */
  readonly past?: Place | undefined;
  readonly selectedRequest?: number | undefined;
  readonly onSelectRequest: (sequence: number) => void;
}

/** The history of an instance: its requests, its log, its state, and the settings fixed at its start. */
export function Activity(props: ActivityProps): ReactNode {
  const { world, explanation, requests, past } = props;
  const marks = untilPlace(toMarks(explanation, requests), past);
  const start = Date.parse(explanation.startedAt);
  return (
    <div className="*:*:overflow-hidden *:*:rounded-12 *:*:p-0">
      <Panel flush>
        <Tabs
          label="Activity"
          tabs={[
            {
              id: "requests",
              title: "Requests",
              count: marks.length,
              content: (
                <InstanceRequests
                  marks={marks}
                  start={start}
                  selected={props.selectedRequest}
                  onSelect={props.onSelectRequest}
                />
              ),
            },
            {
              id: "log",
              title: "Log",
              count: explanation.timeline.length,
              content: <Log start={start} events={explanation.timeline} />,
            },
            {
              id: "state",
              title: "State as JSON",
              content: <StateJson explanation={explanation} requests={marks.map(({ exchange }) => exchange)} />,
            },
            { id: "terms", title: "Terms", content: <Terms world={world} explanation={explanation} /> },
          ]}
        />
      </Panel>
    </div>
  );
}

/**
 * The requests up to a point in the history. If the point has a number of commands, the list ends with the request that
 * sent the last of them.
 */
function untilPlace(marks: readonly Mark[], place: Place | undefined): readonly Mark[] {
  if (place === undefined) return marks;
  const earlier = marks.filter(({ at }) => at <= place.at);
  return place.commands === undefined
    ? earlier
    : earlier.slice(0, earlier.findLastIndex(({ kind }) => kind === "changed") + 1);
}
