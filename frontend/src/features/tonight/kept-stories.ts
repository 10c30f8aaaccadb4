import { tonightCache, userCaches } from '../../lib/user-caches.ts';
import type { Stories } from './api.ts';

const addressOf = (userId: string) => `/kept/${userId}/tonight`;

/** Stores the lengths for use without a network. */
export async function keepStories(userId: string, stories: Stories): Promise<void> {
  const cache = await userCaches()?.open(tonightCache);
  await cache?.put(addressOf(userId), new Response(JSON.stringify(stories)));
}

/** Returns the stored lengths of this user, or null. */
export async function readStories(userId: string): Promise<Stories | null> {
  const kept = await userCaches()?.match(addressOf(userId), { cacheName: tonightCache });
  return kept ? ((await kept.json()) as Stories) : null;
}
