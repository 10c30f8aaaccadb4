import { isRefusedData, isTimeLimit } from '../../errors/dependency-faults.ts';
import { InvalidEventError, UnknownEventError } from './parse-event.ts';
import { TookTooLongError } from './time-limit.ts';

/**
 * Why a record became a dead letter: it is not an event (malformed), breaks its contract or holds data that cannot be
 * stored (invalid), its handler fails (failed) or exceeds its time limit (slow), or its type belongs to a newer release
 * (unknown).
 */
export const reasons = ['malformed', 'invalid', 'failed', 'slow', 'unknown'] as const;
export type Reason = (typeof reasons)[number];

/** Maximum attempts before a record becomes a dead letter; each attempt of a slow one delays the records behind it. */
export const mostAttempts: Readonly<Record<Reason, number>> = {
  malformed: 1,
  invalid: 1,
  failed: 5,
  slow: 3,
  unknown: 1,
};

export function reasonOf(error: unknown): Reason {
  if (error instanceof InvalidEventError) return error.reason;
  if (error instanceof UnknownEventError) return 'unknown';
  if (error instanceof TookTooLongError || isTimeLimit(error)) return 'slow';
  if (isRefusedData(error)) return 'invalid';
  return 'failed';
}
