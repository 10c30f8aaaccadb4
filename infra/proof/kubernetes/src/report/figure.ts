import type { Integrity } from '../traffic/integrity.ts';
import type { Window } from '../traffic/window.ts';

/** One line of the report. */
export interface Figure {
  readonly what: string;
  readonly seen: string;
  /** Whether it is as it has to be; null where nothing is demanded. */
  readonly holds: boolean | null;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

export const measured = (what: string, seen: string): Figure => ({ what, seen, holds: null });

export const demanded = (what: string, seen: string, holds: boolean): Figure => ({ what, seen, holds });

/** Requests during something that nobody may notice. */
export function unnoticed(what: string, { requests, failed, statuses, longestPauseMs }: Window): Figure {
  const of = failed === 0 ? '' : ` (${describe(statuses)})`;
  return demanded(what, `${failed} of ${requests} failed${of}, longest pause ${seconds(longestPauseMs)}`, failed === 0);
}

/** Requests during something that may be noticed for as long as it takes. */
export function noticed(
  what: string,
  { requests, failed, statuses, recoveredAfterMs, longestPauseMs }: Window,
): Figure {
  const of = failed === 0 ? '' : ` (${describe(statuses)}), the last after ${seconds(recoveredAfterMs)}`;
  return measured(what, `${failed} of ${requests} failed${of}; longest pause ${seconds(longestPauseMs)}`);
}

const describe = (statuses: Window['statuses']) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

/** What became of what was acknowledged. */
export function integrity(acknowledged: number, { lost, doubled, unequal }: Integrity): Figure {
  return demanded(
    `${acknowledged} acknowledged writes`,
    `${lost} vaults lost some, ${doubled} have too many, ${unequal} are seen otherwise by others`,
    lost + doubled + unequal === 0,
  );
}
