/** The regions of the service. Spec 1. */
export const regions = ["eu", "us", "au"] as const;

/** A region of the service. */
export type Region = (typeof regions)[number];

/** The environments of a journey. A journey has a different resource id in each environment. Spec 1. */
export const environments = ["preview", "production"] as const;

/** An environment of a journey. */
export type Environment = (typeof environments)[number];
