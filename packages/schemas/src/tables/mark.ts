/** Prefix of every id and token from a simulator, so that a client in production mode can refuse them. */
export const simulatorMark = "sim_";
