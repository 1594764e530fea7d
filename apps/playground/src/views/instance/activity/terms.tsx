import type { Explanation } from "@journey-kit/schemas/control";
import { type Gap, gaps } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Prose } from "../../../ui/prose.tsx";
import styles from "./activity.module.css";

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
  return (
    <div className={styles.terms}>
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
            <Link key="scenario" href={paths.scenario(world, scenario)}>
              {scenario}
            </Link>,
          ],
        ]}
      />
      <h3 className={styles.heading}>Readings</h3>
      <p className={styles.about}>
        {readings.length === 0
          ? "Its scenarios set no readings, so all"
          : "Its scenarios set these readings. All others"}{" "}
        come from the <Link href={paths.profile(world)}>profile of the world</Link>. Readings that affect the course of
        a journey are fixed when the instance starts.
      </p>
      <ul className={styles.readings}>
        {readings.map(([gap, reading]) => (
          <li key={gap}>
            <Link href={paths.gap(world, gap)}>
              {gap} = {reading}
            </Link>
            <p className={styles.about}>
              <Prose text={gapTable[gap]?.options[reading] ?? ""} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
