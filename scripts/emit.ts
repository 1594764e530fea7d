import { writeFileSync } from "node:fs";
import { layersFile, renderLayers } from "./layers.ts";

writeFileSync(layersFile, renderLayers());
