// Regenerates docs/scenarios.md.
import { writeFileSync } from "node:fs";
import { scenariosFile, toScenariosPage } from "./scenarios-page.ts";

writeFileSync(scenariosFile, toScenariosPage());
