/** Milliseconds that a test waits at most for what is soon there: `vi.waitFor` gives up after one second, for which a busy machine may pause. */
export const patience = 20_000;
