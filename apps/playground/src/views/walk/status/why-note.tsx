import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { paths } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";
import { Words } from "../../instance/why/words.tsx";
import { useWhy, type WalkedInstance } from "./use-why.ts";

/** A note beside the form that explains why the instance is in its state. */
export function WhyNote(instance: WalkedInstance): ReactNode {
  const { world } = instance;
  const [, navigate] = useLocation();
  const { title, sentences, fault, tone } = useWhy(instance);
  const shown = [...sentences, ...(fault === undefined ? [] : [fault])];
  return (
    <Panel title={title} tone={tone}>
      {shown.map((sentence, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity.
        <span key={i}>
          <Words
            world={world}
            sentence={sentence}
            onSelectRequest={(sequence) => navigate(paths.request(world, sequence))}
          />{" "}
        </span>
      ))}
    </Panel>
  );
}
