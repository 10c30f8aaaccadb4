import type { PartitionWorker } from './partition-worker.ts';

/** Time with one record in flight after which the readiness check fails. */
const tellAfterMs = 10_000;
/**
 * Time with one record in flight after which the consumer leaves the group, because another may reach a dependency that
 * this one cannot.
 */
const stepAsideAfterMs = 20_000;
/** How long the consumer then stays out of its group. */
export const asideMs = 5000;
/** Duration of a handler's attempt after which only a restart of the process can help. */
const hopelessAfterMs = 120_000;

type Workers = Iterable<PartitionWorker>;

const longest = (workers: Workers, measure: (worker: PartitionWorker) => number) =>
  Math.max(0, ...Array.from(workers, measure));
const busyMs = (workers: Workers) => longest(workers, (worker) => worker.busyMs);

/** Returns null while every partition makes progress, else what is wrong. */
export function checkProgress(workers: Workers): string | null {
  const ms = busyMs(workers);
  return ms > tellAfterMs ? `has not got done with a record for ${Math.round(ms / 1000)} s` : null;
}

/** Returns whether another consumer should try. */
export const isStuck = (workers: Workers) => busyMs(workers) > stepAsideAfterMs;

/** Returns null unless a handler hangs. */
export function checkHandlers(workers: Workers): string | null {
  const ms = longest(workers, (worker) => worker.silentMs);
  return ms > hopelessAfterMs ? `has had a record in hand for ${Math.round(ms / 1000)} s` : null;
}
