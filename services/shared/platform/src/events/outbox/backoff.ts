/** Milliseconds until a refused event is tried again: 200, 400, ... at most five minutes. */
export const backoffMs = (attempts: number) => Math.min(200 * 2 ** Math.min(attempts - 1, 20), 300_000);
