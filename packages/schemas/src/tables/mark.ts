/** Begins every id and token that a simulator makes, so that a client of production can refuse them. */
export const simulatorMark = "sim_";
