import { percentile } from '../statistics.ts';
import type { Person } from './people.ts';
import type { Reading } from './reader.ts';

export interface Delays {
  /** Milliseconds from an acknowledged change to each hint of it. The nth hint of a page is for the nth change. */
  readonly hints: number[];
  /** The same until the page is in hand that shows it, or a later one. */
  readonly sights: number[];
  /** Of all that should have been. */
  readonly hintsMissing: number;
  readonly unseen: number;
}

/** @param readings of readers, the nth of whom reads the page of the person of this number, over and over */
export function delaysOf(people: readonly Person[], readings: readonly Reading[]): Delays {
  const delays = { hints: [] as number[], sights: [] as number[], hintsMissing: 0, unseen: 0 };
  for (const [at, { hints, sights }] of readings.entries()) {
    const changes = [...(people[at % people.length]?.acknowledged ?? [])].sort(([a], [b]) => a - b);
    for (const [nth, [hours, acknowledged]] of changes.entries()) {
      const hint = hints[nth];
      if (hint === undefined) delays.hintsMissing += 1;
      else delays.hints.push(hint - acknowledged);
      const sight = sights.find(([, seen]) => seen >= hours);
      if (sight) delays.sights.push(sight[0] - acknowledged);
      else delays.unseen += 1;
    }
  }
  return delays;
}

export const percentiles = (delays: readonly number[]) =>
  `p50 ${percentile(delays, 50)} ms, p95 ${percentile(delays, 95)} ms, p99 ${percentile(delays, 99)} ms`;
