/**
 * Runs `act`, and renews the lease on what it works at until it is done: the lease can be far shorter than the work, so that
 * another replica soon takes over from a process that has died. A renewal that fails is made up for by the next.
 */
export async function whileRenewing<Result>(
  renew: () => Promise<unknown>,
  everyMs: number,
  act: () => Promise<Result>,
): Promise<Result> {
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch(() => undefined);
  }, everyMs);
  try {
    return await act();
  } finally {
    clearInterval(timer);
    // One that came later would overwrite what is now said of the work.
    await renewal;
  }
}
