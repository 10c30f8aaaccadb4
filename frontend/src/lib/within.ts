/**
 * Settles with a promise, or after a timeout.
 * @param patience milliseconds
 */
export const within = (patience: number, awaited: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, patience))]);
