import "./styles/index.css";
import "./styles/fonts.css";
import { runElementId, type SharedRun } from "@journey-kit/schemas/report";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createFileTarget } from "./api/file-target.ts";
import { App } from "./app.tsx";
import { SavedViews } from "./saved-views.tsx";

const root = document.getElementById("root");
const data = document.getElementById(runElementId)?.textContent;
const run: SharedRun | undefined = data ? JSON.parse(data) : undefined; // only the page without data has none
if (root !== null && run !== undefined) {
  const target = await createFileTarget(run);
  createRoot(root).render(
    <StrictMode>
      <App target={target}>
        <SavedViews />
      </App>
    </StrictMode>,
  );
}
