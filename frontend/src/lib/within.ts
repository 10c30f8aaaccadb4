/** Settles with a promise, or after a timeout. */
export const within = (timeoutMs: number, awaited: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
