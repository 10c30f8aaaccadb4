import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; resolves early when `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}

/**
 * Waits for a result, at most the given time.
 * @throws the error that `late` returns
 */
export function inTime<Result>(
  limitMs: number,
  result: Promise<Result>,
  late: () => Error = () => new Error(`No result within ${limitMs} ms`),
): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(late()), limitMs);
  return Promise.race([result, limit.promise]).finally(() => clearTimeout(timer));
}
