/**
 * Marks every id and token that a simulator issues. A client that uses `productionGuard` refuses marked ids and tokens.
 */
export const simulatorPrefix = "sim_";

/** Matches every id and token of a simulator. The header of a JWT begins with `{"kid":"sim_`, here in base64. */
export const markedForm = /^(sim_|eyJraWQiOiJzaW1f)/;
