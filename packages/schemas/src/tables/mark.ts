/** Prefix of every id and token that a simulator issues. A client in production mode refuses them. */
export const simulatorMark = "sim_";
