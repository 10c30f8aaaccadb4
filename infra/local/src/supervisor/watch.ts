import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk } from './probe.ts';

export interface Watching {
  /** Returns 200 unless only a restart can help. */
  readonly url: string;
  /** Milliseconds between checks, and the timeout of each. */
  readonly everyMs: number;
}

/** Consecutive failures before a process counts as hanging: on a busy machine a single check may be slow. */
const failures = 3;
/** Additional failures allowed before the first success, because a start takes time. */
const duringStart = 12;

/**
 * Checks a process until it hangs or the signal aborts.
 * @returns whether the process must be killed: it hangs, is suspended, or reports that it cannot work
 */
export async function hangs({ url, everyMs }: Watching, signal: AbortSignal): Promise<boolean> {
  let failed = -duringStart;
  while (failed < failures) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return false;
    failed = (await answersOk(url, everyMs)) ? 0 : failed + 1;
  }
  return !signal.aborted;
}
