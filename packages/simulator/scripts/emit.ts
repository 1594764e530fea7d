// Regenerates docs/scenarios.md and docs/limits.md.
import { writeFileSync } from "node:fs";
import { limitsFile, toLimitsPage } from "./limits-page.ts";
import { scenariosFile, toScenariosPage } from "./scenarios-page.ts";

writeFileSync(scenariosFile, toScenariosPage());
writeFileSync(limitsFile, toLimitsPage());
