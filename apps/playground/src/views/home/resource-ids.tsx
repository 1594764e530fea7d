import { environments } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { useJourneys } from "../../api/queries.ts";
import { latestOf } from "../../dialogs/start/start-form.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Loaded } from "../../ui/states.tsx";
import { CopyValue } from "./copy-value.tsx";
import styles from "./resource-ids.module.css";
import tableStyles from "./table.module.css";

/** The resource ids of the published journeys, each with a button to copy it. */
export function ResourceIds(): ReactNode {
  const journeys = useJourneys();
  return (
    <Panel title="Resource ids" note="Values for resourceId in a start request" flush>
      <Loaded query={journeys} height={380}>
        {({ journeys: published }) => (
          <div className={styles.ids}>
            <table className={tableStyles.table}>
              <thead>
                <tr>
                  <th scope="col">Journey</th>
                  {environments.toReversed().map((environment) => (
                    <th key={environment} scope="col">
                      {environment}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {latestOf(published).map(({ id, name, apiVersion, version, environments: places }) => (
                  <tr key={id}>
                    <th scope="row" className={styles.name}>
                      {name} <Badge>{apiVersion}</Badge> {version !== "1" && `version ${version}`}
                    </th>
                    {environments.toReversed().map((environment) => (
                      <td key={environment}>
                        {places[environment] && (
                          <CopyValue
                            value={`${places[environment].resourceId}@latest`}
                            label={`the ${environment} resource id of ${name} ${apiVersion}`}
                          />
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
