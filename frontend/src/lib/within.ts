/**
 * Settles with what is waited for, or when that has taken its time: then whoever waits goes on without it.
 * @param patience milliseconds
 */
export const within = (patience: number, awaited: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, patience))]);
