import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds until a record that was rejected `attempts` times is delivered again: 100, 200, ... at most 2000. */
export const redeliveryDelayMs = (attempts: number) => Math.min(100 * 2 ** (attempts - 1), 2000);

/** Waits; returns early, without an error, when `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}
