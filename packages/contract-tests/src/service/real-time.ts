/** The timers of the system, even if a test replaces the global ones with fake timers later. */
export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate = setTimeout } = globalThis;

/** Milliseconds since an arbitrary time. */
export const now = performance.now.bind(performance);
