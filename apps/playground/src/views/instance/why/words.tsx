import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { ScenarioLink } from "../scenario-link.tsx";
import type { Part, Sentence } from "./sentence.ts";
import styles from "./why.module.css";

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

function renderPart(part: Part, { world, onSelectRequest }: Omit<WordsProps, "sentence">): ReactNode {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "name":
      return <strong className={styles.name}>{part.text}</strong>;
    case "gap":
      return <Link href={paths.gap(world, part.text)}>{part.text}</Link>;
    case "scenario":
      return <ScenarioLink world={world} decider={part.text} />;
    case "request":
      return (
        <button type="button" className={styles.request} onClick={() => onSelectRequest(part.sequence)}>
          {part.text}
        </button>
      );
  }
}
