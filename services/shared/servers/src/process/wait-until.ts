import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  readonly deadlineMs: number;
  readonly intervalMs?: number;
}

/**
 * Polls until the condition is true.
 * @param holds may throw, which counts as false
 * @returns whether it became true before the deadline
 */
export async function waitUntil(
  holds: () => Promise<boolean> | boolean,
  { deadlineMs, intervalMs = 50 }: WaitOptions,
): Promise<boolean> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    try {
      if (await holds()) return true;
    } catch {
      // The condition does not hold yet.
    }
    if (performance.now() >= deadline) return false;
    await sleep(intervalMs);
  }
}
