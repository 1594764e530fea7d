import { Fragment, type ReactNode } from "react";
import { paths } from "../../../paths.ts";
import { LiveLink } from "../../../ui/live-link.tsx";
import { ScenarioLink } from "../scenario-link.tsx";
import type { Part, Sentence } from "./sentence.ts";

interface WordsProps {
  readonly world: string;
  readonly sentence: Sentence;
  /** Selects a request by its `sequence`. */
  readonly onSelectRequest: (sequence: number) => void;
}

/** A sentence with its emphasised names and its links. */
export function Words({ sentence, ...props }: WordsProps): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
  return sentence.map((part, i) => <Fragment key={i}>{renderPart(part, props)}</Fragment>);
}

const request = "cursor-pointer border-0 bg-transparent p-0 font-medium text-(--request,var(--live)) hover:underline";

function renderPart(part: Part, { world, onSelectRequest }: Omit<WordsProps, "sentence">): ReactNode {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "name":
      return <strong className="font-semibold text-ink">{part.text}</strong>;
    case "gap":
      return <LiveLink href={paths.gap(world, part.text)}>{part.text}</LiveLink>;
    case "scenario":
      return (
        <ScenarioLink world={world} scenario={part.scenario}>
          {part.text}
        </ScenarioLink>
      );
    case "request":
      return (
        <button type="button" className={request} onClick={() => onSelectRequest(part.sequence)}>
          {part.text}
        </button>
      );
  }
}
