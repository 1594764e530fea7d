import type { Explanation } from "@journey-kit/schemas/control";
import { type Gap, gaps } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { useWorld } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Json } from "../../../ui/json.tsx";
import { LiveLink } from "../../../ui/live-link.tsx";
import { Prose } from "../../../ui/prose.tsx";

const gapTable: Readonly<Record<string, Gap>> = gaps;

/** What an instance keeps from its start: the journey, the scenario and the readings that scenarios set. */
export function Terms({
  world,
  explanation,
}: {
  readonly world: string;
  readonly explanation: Explanation;
}): ReactNode {
  const { journeyName, journey, version, resourceId, apiVersion, region, delivery, scenario } = explanation;
  const readings = Object.entries(explanation.readings ?? {});
  const known = useWorld(world, "scenarios").data;
  const found = known?.scenarios.find(({ name }) => name === scenario);
  const isOwn = known?.own.includes(scenario) === true;
  return (
    <div className="grid gap-2.5 px-4 pt-3.5 pb-4">
      <Facts
        facts={[
          ["Journey", `${journeyName} (${journey})`],
          ["Version", version],
          ["Resource id", <code key="resource">{resourceId}</code>],
          ["API", apiVersion],
          ["Region", region],
          ["Delivery", delivery],
          ["Link expires", explanation.linkExpiresAt],
          [
            "Scenario",
            <LiveLink key="scenario" href={paths.scenario(world, scenario)}>
              {scenario}
            </LiveLink>,
          ],
        ]}
      />
      {found?.description !== undefined && <p className="text-ink-3">{found.description}</p>}
      {isOwn && <Json value={found} label="Scenario" />}
      <h3 className="text-13">Readings</h3>
      <p className="text-ink-3">
        {readings.length === 0
          ? "Its scenarios set no readings, so all"
          : "Its scenarios set these readings. All others"}{" "}
        come from the <LiveLink href={paths.profile(world)}>profile of the world</LiveLink>. Readings that affect the
        course of a journey are fixed when the instance starts.
      </p>
      <ul className="grid gap-2">
        {readings.map(([gap, reading]) => (
          <li key={gap}>
            <LiveLink href={paths.gap(world, gap)}>
              {gap} = {reading}
            </LiveLink>
            <p className="text-ink-3">
              <Prose text={gapTable[gap]?.options[reading] ?? ""} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
