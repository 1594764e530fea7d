import "./styles/index.css";
import "./styles/fonts.css";
import { createSimulatorControl } from "@journey-kit/client/control";
import { runElementId, type SharedRun } from "@journey-kit/schemas/report";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startTabSimulator } from "./api/tab-simulator.ts";
import type { Target } from "./api/target.ts";
import { App } from "./app.tsx";
import { SavedViews } from "./saved-views.tsx";

/** Opens the world of a saved run in a simulator in this tab. */
function createFileTarget({ snapshot, findings }: SharedRun): Target {
  const reach = startTabSimulator({ open: [snapshot] });
  return { kind: "file", isReadOnly: true, findings, ...reach, control: createSimulatorControl(reach) };
}

const root = document.getElementById("root");
const data = document.getElementById(runElementId)?.textContent;
const run: SharedRun | undefined = data ? JSON.parse(data) : undefined; // only the page without data has none
if (root !== null && run !== undefined) {
  const target = createFileTarget(run);
  createRoot(root).render(
    <StrictMode>
      <App target={target}>
        <SavedViews />
      </App>
    </StrictMode>,
  );
}
