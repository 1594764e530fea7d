/** The three regions in which the service runs. Spec 1. */
export const regions = ["eu", "us", "au"] as const;

/** A region of the service. */
export type Region = (typeof regions)[number];

/** The two environments to which a journey is published, each under a resource id of its own. Spec 1. */
export const environments = ["preview", "production"] as const;

/** An environment of the service. */
export type Environment = (typeof environments)[number];
