import type * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { call } from '../../lib/api-client.ts';
import { externalStore } from '../../lib/external-store.ts';

/** Least milliseconds between two requests on focus, which can change many times a minute. */
const pause = 15_000;

let askedAt = Number.NEGATIVE_INFINITY;
const known = externalStore<number | null>(null);

/** External store of the unread count; null while unknown. */
export const unread = { subscribe: known.subscribe, count: known.get };

export function noteUnread(count: number | null): void {
  if (count !== known.get()) known.set(count);
}

/**
 * Reloads the count; keeps the known one on failure.
 * @param reason 'focus': the window regained focus, which is rate-limited; 'event': a live event arrived, which counts
 * only while the bell is shown
 */
export async function loadUnread(reason: 'focus' | 'event'): Promise<void> {
  const now = performance.now();
  if (reason === 'event' ? !known.isWatched() : now - askedAt < pause) return;
  askedAt = now;
  try {
    const answer = await call<typeof notificationCalls.listNotifications>(
      { method: 'GET', path: '/api/notifications', query: { limit: 1 } },
      { within: 0 },
    );
    // Ignore responses for the previous user or an older request.
    if (askedAt === now) noteUnread(answer.unread);
  } catch {
    // Ignored: the user's next action shows the problem.
  }
}

export function forgetUnread(): void {
  askedAt = Number.NEGATIVE_INFINITY;
  noteUnread(null);
}
