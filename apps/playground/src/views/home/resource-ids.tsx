import { environments } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { useJourneys } from "../../api/queries.ts";
import { latestOf } from "../../dialogs/start/start-form.ts";
import { Badge } from "../../ui/badge.tsx";
import { Loaded } from "../../ui/states.tsx";
import { CopyValue } from "./copy-value.tsx";

const columns =
  "grid grid-cols-[minmax(0,1fr)_repeat(2,minmax(0,1.4fr))] items-center gap-x-4 border-b border-line py-1 narrow:grid-cols-1";

/** The resource ids of the published journeys, which a start request contains, each with a button to copy it. */
export function ResourceIds(): ReactNode {
  const places = environments.toReversed();
  return (
    <Loaded query={useJourneys()} height={380}>
      {({ journeys }) => (
        <ul className="grid">
          <li className={`${columns} text-12 text-ink-3 narrow:hidden`} aria-hidden>
            <span>Journey</span>
            {places.map((environment) => (
              <span key={environment}>{environment}</span>
            ))}
          </li>
          {latestOf(journeys).map(({ id, name, apiVersion, version, environments: published }) => (
            <li key={id} className={`${columns} last:border-b-0`}>
              <span className="font-medium">
                {name} <Badge>{apiVersion}</Badge> {version !== "1" && `version ${version}`}
              </span>
              {places.map((environment) => (
                <span key={environment}>
                  {published[environment] && (
                    <CopyValue
                      value={`${published[environment].resourceId}@latest`}
                      label={`the ${environment} resource id of ${name} ${apiVersion}`}
                    />
                  )}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
