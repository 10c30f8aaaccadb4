import { idempotencyKeyHeader } from '@nightshelf/contracts/idempotency.ts';
import { ApiError, failureOf } from './api-errors.ts';
import { notedSignOut, noteSignOut, signOutKey } from './sign-out-note.ts';

/** Milliseconds that the server is given to answer. */
const patience = 8000;

async function end(): Promise<string | undefined> {
  const key = notedSignOut();
  // Another tab was first.
  if (!key) return undefined;
  const response = await fetch('/api/auth/logout', {
    method: 'POST',
    credentials: 'include',
    headers: { accept: 'application/json', [idempotencyKeyHeader]: key },
    signal: AbortSignal.timeout(patience),
    keepalive: true,
  });
  // What stands for another user's sign-out was done.
  if (!response.ok && response.status !== 422) throw await failureOf(response);
  const { success, end_session_url } = await response.json();
  // Some network's own page.
  if (typeof success !== 'boolean') throw new ApiError(502, {});
  // Not one that came since.
  if (notedSignOut() === key) noteSignOut(null);
  return end_session_url;
}

let ending: Promise<string | undefined> | undefined;

/**
 * Ends the session of whoever has signed out here, once among all tabs at a time.
 * @returns where to end it at the sign-in provider, too
 * @throws ApiError, or what `fetch` does; then the note is still there
 */
export function endNotedSession(): Promise<string | undefined> {
  // Only over HTTPS. Without it two tabs may both say it, by one key.
  const { locks } = navigator as Partial<Navigator>;
  ending ??= (locks ? locks.request(signOutKey, end) : end()).finally(() => {
    ending = undefined;
  });
  return ending;
}
