/** Timeout of a wait in milliseconds; the default of `vi.waitFor`, one second, is too short for a busy machine. */
export const patience = 20_000;

/** Milliseconds in which a saga without external waits finishes, even on a busy machine. */
export const untilQuiet = 200;
