import type { Exchange } from "@journey-kit/schemas/control";
import { type Gap, gaps, type Rule, rules } from "@journey-kit/schemas/tables";
import { type ReactNode, useState } from "react";
import { useRequests } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Button } from "../button.tsx";
import { LiveLink } from "../live-link.tsx";
import { Prose } from "../prose.tsx";
import { sortByRarity } from "./rarity.ts";

const gapTable: Readonly<Record<string, Gap>> = gaps;
const ruleTable: Readonly<Record<string, Rule>> = rules;
const shownAtFirst = { readings: 3, rules: 2 };
const compared = 300;

interface BasisProps {
  readonly world: string;
  readonly exchange: Exchange;
}

/** The readings and the rules behind a response, in words. Those that few other responses cite come first. */
export function Basis({ world, exchange }: BasisProps): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const others = useRequests(world).data?.requests.slice(-compared) ?? [];
  const { readings, rules } = sortByRarity(exchange, others);
  const total = readings.length + rules.length;
  const shown = isWhole
    ? { readings, rules }
    : { readings: readings.slice(0, shownAtFirst.readings), rules: rules.slice(0, shownAtFirst.rules) };
  if (total === 0) return null;
  return (
    <div className="grid gap-2 border-t border-line px-4 pt-3 pb-3.5">
      <h3 className="font-normal text-ink-2">Why this response</h3>
      <ul className="grid gap-2">
        {shown.readings.map(([gap, reading]) => (
          <li key={gap} className="border-l-2 border-fair pl-3 wrap-anywhere">
            <LiveLink href={paths.gap(world, gap)}>
              {gap} = {reading}
            </LiveLink>
            <p className="text-12 text-ink-3">
              <Prose text={gapTable[gap]?.question ?? ""} /> <Prose text={gapTable[gap]?.options[reading] ?? ""} />
            </p>
          </li>
        ))}
        {shown.rules.map((rule) => (
          <li key={rule} className="border-l-2 border-line-strong pl-3 wrap-anywhere">
            <span className="text-ink-2">{rule}</span>
            <p className="text-12 text-ink-3">
              <Prose text={ruleTable[rule]?.text ?? ""} />
            </p>
          </li>
        ))}
      </ul>
      {total > shown.readings.length + shown.rules.length && (
        <div className="-ml-[11px] justify-self-start">
          <Button variant="quiet" onPress={() => setIsWhole(true)}>
            Show all {readings.length} readings and {rules.length} rules
          </Button>
        </div>
      )}
    </div>
  );
}
