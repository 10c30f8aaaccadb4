/**
 * Runs `act` and renews the lease of its work until it is done, so that the lease can be far shorter than the work and
 * another replica soon takes over from a dead process. A failed renewal is retried by the next one.
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
    // A later renewal would overwrite the final state of the work.
    await renewal;
  }
}
