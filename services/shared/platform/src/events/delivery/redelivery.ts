import { setTimeout as sleep } from 'node:timers/promises';

/** Delay before a rejected record is delivered again: 100 ms, 200 ms, ... at most 2000 ms. */
export const redeliveryDelayMs = (attempts: number) => Math.min(100 * 2 ** (attempts - 1), 2000);

/** Waits; resolves early when `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}
