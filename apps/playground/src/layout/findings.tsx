import { CircleX } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { useTarget } from "../api/target-provider.tsx";
import { paths } from "../paths.ts";
import { useCurrentWorld } from "./current-world.ts";

/** What a check found in a saved run, above every view. Shows nothing in any other page. */
export function Findings(): ReactNode {
  const world = useCurrentWorld();
  return useTarget().target.findings?.map(({ requirement, problem, requests }) => (
    <section
      key={requirement}
      aria-label={`Fails ${requirement}`}
      data-tone="bad"
      className="flex gap-2.5 border-b border-tone-edge bg-tone-soft px-6 py-2.5 narrow:px-3"
    >
      <CircleX size={16} className="mt-0.5 flex-none text-tone" aria-hidden />
      <p className="min-w-0">
        The client fails <strong className="font-semibold">{requirement}</strong>. {problem}
        {requests.map((sequence) => (
          <Fragment key={sequence}>
            {" "}
            <Link href={paths.request(world, sequence)}>Request {sequence}</Link> shows it.
          </Fragment>
        ))}
      </p>
    </section>
  ));
}
