import type * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { call } from '../../lib/api-client.ts';

/** Least time between two questions by the way, in milliseconds: focus may come and go many times a minute. */
const pause = 15_000;

let known: number | null = null;
let askedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

/** For useSyncExternalStore: how many notifications are unread; null while nobody knows. */
export const unread = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  count: () => known,
};

export function noteUnread(count: number | null): void {
  if (count === known) return;
  known = count;
  for (const listener of listeners) listener();
}

/**
 * Asks again, quietly: where nobody answers, what was known stands.
 * @param reason 'looked': somebody looks at the window, which alone is no reason so soon after the last question; 'told': there
 * is something new, which is asked for only where it is shown
 */
export async function askUnread(reason: 'looked' | 'told'): Promise<void> {
  const now = performance.now();
  if (reason === 'told' ? listeners.size === 0 : now - askedAt < pause) return;
  askedAt = now;
  try {
    const answer = await call<typeof notificationCalls.listNotifications>(
      { method: 'GET', path: '/api/notifications', query: { limit: 1 } },
      { within: 0 },
    );
    // Not what was answered to the user before, nor late, after a newer question.
    if (askedAt === now) noteUnread(answer.unread);
  } catch {
    // Told of by whatever the user does next.
  }
}

/** Nothing of one user is left for the next. */
export function forgetUnread(): void {
  askedAt = Number.NEGATIVE_INFINITY;
  noteUnread(null);
}
