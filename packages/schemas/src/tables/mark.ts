/** Prefix of every id and token that a simulator issues. A client in production mode refuses them. */
export const simulatorMark = "sim_";

/** Start of every JWT from a simulator: base64 of `{"kid":"sim_`, because its header begins with a marked `kid`. */
export const jwtMark = "eyJraWQiOiJzaW1f";
