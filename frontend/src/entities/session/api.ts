import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { request } from '../../lib/request.ts';

/** @param whileUnreached milliseconds for which it is tried while nobody answers at all */
export const verifyToken = (whileUnreached?: number) =>
  request<typeof authCalls.verifyToken>(
    { method: 'GET', path: '/api/auth/verify-token' },
    { whileUnreached, asksWho: true },
  );

/**
 * When the session ends by the clock of this device, in milliseconds since 1970: that may be a year ahead of the server's. Undefined
 * where the server has not told.
 */
export function endOfSession(answer: CallAnswer<typeof authCalls.verifyToken>): number | undefined {
  if (!answer.success) return undefined;
  const { session_lasts: lasts, session_ends: ends } = answer;
  if (lasts !== undefined) return Date.now() + lasts * 1000;
  // The release before does not tell how long.
  return ends === undefined ? undefined : Date.parse(ends);
}
