import { idempotencyKeyHeader } from '@nightshelf/contracts/headers.ts';
import { ApiError, failureOf } from './api-errors.ts';
import { notedSignOut, noteSignOut, signOutKey } from './sign-out-note.ts';

const timeoutMs = 8000;

async function end(): Promise<string | undefined> {
  const key = notedSignOut();
  // Another tab was first.
  if (!key) return undefined;
  const response = await fetch('/api/auth/logout', {
    method: 'POST',
    credentials: 'include',
    headers: { accept: 'application/json', [idempotencyKeyHeader]: key },
    signal: AbortSignal.timeout(timeoutMs),
    keepalive: true,
  });
  // A 422 means that this key was used for another user's sign-out, so it is done.
  if (!response.ok && response.status !== 422) throw await failureOf(response);
  const { success, end_session_url } = await response.json();
  // A captive portal's page.
  if (typeof success !== 'boolean') throw new ApiError(502, {});
  // Do not clear a later sign-out.
  if (notedSignOut() === key) noteSignOut(null);
  return end_session_url;
}

let ending: Promise<string | undefined> | undefined;

/**
 * Ends the noted session on the server. Only one tab at a time sends the request.
 * @returns the sign-in provider's logout URL, if any
 * @throws ApiError or the error of `fetch`; the note then stays
 */
export function endNotedSession(): Promise<string | undefined> {
  // Web Locks need HTTPS; without it two tabs may both send the request, with the same key.
  const { locks } = navigator as Partial<Navigator>;
  ending ??= (locks ? locks.request(signOutKey, end) : end()).finally(() => {
    ending = undefined;
  });
  return ending;
}
