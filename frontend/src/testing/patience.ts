/** Milliseconds that a test waits at most for what is soon there: `vi.waitFor` gives up after one second, for which a busy machine may pause. */
export const patience = 20_000;

/** Milliseconds after which a saga that waits for nothing from outside has done what it does, on a machine that pauses as well. */
export const untilQuiet = 200;
