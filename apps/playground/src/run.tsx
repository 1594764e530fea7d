import "./styles/index.css";
import "./styles/fonts.css";
import { runElementId, type SharedRun } from "@journey-kit/schemas/report";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createFileTarget } from "./api/file-target.ts";
import { App } from "./app.tsx";

const root = document.getElementById("root");
const data = document.getElementById(runElementId)?.textContent;
if (root !== null && data !== undefined && data !== null) {
  const run: SharedRun = JSON.parse(data);
  const target = await createFileTarget(run);
  createRoot(root).render(
    <StrictMode>
      <App target={target} />
    </StrictMode>,
  );
}
