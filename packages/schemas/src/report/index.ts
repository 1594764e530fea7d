export { createCoverage, mergeCoverage, toCoverageCases, toCoverageJunit, toCoverageText } from "./coverage.ts";
export { describeCommand, describeDecider, describeEvent, describeWaits } from "./explanation.ts";
export { type JunitCase, toJunit } from "./junit.ts";
export { findRunText, type RunFinding, renderRunFile, runElementId, type SharedRun, toFileName } from "./run-file.ts";
export { findNearest, suggest } from "./suggest.ts";
export { type Emphasis, toColumns, toPlain, toTable } from "./table.ts";
