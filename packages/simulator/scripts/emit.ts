// Writes the page of test people and scenarios anew.
import { writeFileSync } from "node:fs";
import { scenariosFile, toScenariosPage } from "./scenarios-page.ts";

writeFileSync(scenariosFile, toScenariosPage());
