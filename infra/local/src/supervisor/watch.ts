import { setTimeout as sleep } from 'node:timers/promises';
import { answersOk } from './probe.ts';

export interface Watching {
  /** Answers 200 unless only a restart helps. */
  readonly url: string;
  /** Milliseconds between looks, and the longest that an answer may take. */
  readonly everyMs: number;
}

/** How often in a row there may be no good answer: a process on a busy machine is slow now and then. */
const failures = 3;
/** How often more before the first good answer: a start takes its time. */
const duringStart = 12;

/**
 * Looks at a process until it is over or the signal says so.
 * @returns whether the process has to be ended by force: it hangs, is stopped, or says itself that it cannot work
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
