import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { request } from '../../lib/request.ts';

/** @param whileUnreached retry timeout in milliseconds while the server is unreachable */
export const verifyToken = (whileUnreached?: number) =>
  request<typeof authCalls.verifyToken>(
    { method: 'GET', path: '/api/auth/verify-token' },
    { whileUnreached, asksWho: true },
  );

/**
 * Returns the end of the session by this device's clock, in milliseconds since 1970, since that clock may be wrong;
 * undefined when the server sent none.
 */
export function endOfSession(answer: CallAnswer<typeof authCalls.verifyToken>): number | undefined {
  if (!answer.success) return undefined;
  const { session_lasts: lasts, session_ends: ends } = answer;
  if (lasts !== undefined) return Date.now() + lasts * 1000;
  // The previous release does not send the duration.
  return ends === undefined ? undefined : Date.parse(ends);
}
