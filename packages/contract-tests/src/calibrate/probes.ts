import { errorProbes, limitProbes, subjectProbes } from "./access.ts";
import { fetchProbes, progressionProbes } from "./interaction.ts";
import type { Probe } from "./probe.ts";
import { startingProbes, v1StartingProbes } from "./starting.ts";
import { retentionProbes, stateProbes } from "./state.ts";
import { submissionProbes } from "./submission.ts";
import { taskProbes, v1StateProbes } from "./task.ts";
import { permissionProbes, tokenProbes } from "./token.ts";

/** Every probe, in the order in which they are sent. */
export const probes: readonly Probe[] = [
  ...tokenProbes,
  ...startingProbes,
  ...fetchProbes,
  ...progressionProbes,
  ...submissionProbes,
  ...stateProbes,
  ...v1StartingProbes,
  ...taskProbes,
  ...v1StateProbes,
  ...errorProbes,
  ...subjectProbes,
  ...permissionProbes,
  ...limitProbes,
  ...retentionProbes,
];
