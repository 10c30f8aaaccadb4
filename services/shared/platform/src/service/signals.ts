/** Longest that a graceful stop may take, in milliseconds, before the process ends anyway. */
const graceMs = 25_000;

/**
 * Stops the process gracefully on SIGTERM and SIGINT, and `withParent` when its parent has ended. A second signal, or a stop
 * that takes too long, ends it at once.
 */
export function stopOnSignal(stop: () => Promise<void>, withParent: boolean): void {
  let stopping = false;
  const onSignal = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    await stop().catch((error) => console.error(error));
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (withParent) process.on('disconnect', onSignal);
}
