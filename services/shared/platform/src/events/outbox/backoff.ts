/** Delay before a refused event is retried: 200 ms, 400 ms, ... at most five minutes. */
export const backoffMs = (attempts: number) => Math.min(200 * 2 ** Math.min(attempts - 1, 20), 300_000);
