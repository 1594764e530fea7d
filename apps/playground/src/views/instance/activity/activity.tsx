import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Panel } from "../../../components/panel.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { toMarks } from "../timeline/marks.ts";
import styles from "./activity.module.css";
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
  /** The earlier instant that the view shows; undefined for now. */
  readonly at?: string | undefined;
  readonly selectedRequest?: number | undefined;
  readonly onSelectRequest: (sequence: number) => void;
}

/** What happened to an instance: its requests, its log, its state and the terms that it started with. */
export function Activity(props: ActivityProps): ReactNode {
  const { world, explanation, requests, at } = props;
  const until = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
  const marks = toMarks(explanation, requests).filter((mark) => mark.at <= until);
  const start = Date.parse(explanation.startedAt);
  return (
    <div className={styles.activity}>
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
