// Writes the page of cases anew.
import { writeFileSync } from "node:fs";
import { toCasePage } from "../src/cases/case-page.ts";
import { casesFile } from "./cases-file.ts";

writeFileSync(casesFile, toCasePage());
