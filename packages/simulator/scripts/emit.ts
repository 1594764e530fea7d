// Regenerates the pages of scenarios and limits in docs/src/content/docs/reference.
import { writeFileSync } from "node:fs";
import { limitsFile, toLimitsPage } from "./limits-page.ts";
import { scenariosFile, toScenariosPage } from "./scenarios-page.ts";

writeFileSync(scenariosFile, toScenariosPage());
writeFileSync(limitsFile, toLimitsPage());
