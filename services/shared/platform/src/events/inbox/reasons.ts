import { isRefusedData, isTimeLimit } from '../../errors/dependency-faults.ts';
import { InvalidEventError, UnknownEventError } from './parse-event.ts';
import { TookTooLongError } from './time-limit.ts';

/**
 * Why a record is put aside: it is no event (malformed), breaks its contract or holds what cannot be stored (invalid),
 * its handler fails (failed) or runs into its time limit (slow), or its type is that of a newer release (unknown).
 */
export const reasons = ['malformed', 'invalid', 'failed', 'slow', 'unknown'] as const;
export type Reason = (typeof reasons)[number];

/** How often a record is tried before it is put aside. Each try of a slow one keeps those behind it waiting. */
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
