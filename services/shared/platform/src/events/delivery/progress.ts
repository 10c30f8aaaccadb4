import type { PartitionWorker } from './partition-worker.ts';

/** Milliseconds with one record in hand after which a consumer says that it does not get on. */
const tellAfterMs = 10_000;
/** Milliseconds with one record in hand after which others are given a chance: they may reach what this one does not. */
const stepAsideAfterMs = 20_000;
/** Milliseconds for which a consumer then stays out of its group. */
export const asideMs = 5000;
/** Milliseconds without an answer from a handler after which only a restart of the process can help. */
const hopelessAfterMs = 120_000;

type Workers = Iterable<PartitionWorker>;

const longest = (workers: Workers, measure: (worker: PartitionWorker) => number) =>
  Math.max(0, ...Array.from(workers, measure));
const busyMs = (workers: Workers) => longest(workers, (worker) => worker.busyMs);

/** Null while every partition gets on, else what is wrong. */
export function checkProgress(workers: Workers): string | null {
  const ms = busyMs(workers);
  return ms > tellAfterMs ? `has not got done with a record for ${Math.round(ms / 1000)} s` : null;
}

/** Whether it is time to let another consumer try. */
export const isStuck = (workers: Workers) => busyMs(workers) > stepAsideAfterMs;

/** Null unless a handler will never answer. */
export function checkHandlers(workers: Workers): string | null {
  const ms = longest(workers, (worker) => worker.silentMs);
  return ms > hopelessAfterMs ? `has had a record in hand for ${Math.round(ms / 1000)} s` : null;
}
