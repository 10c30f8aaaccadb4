import { tonightCache, userCaches } from '../../lib/user-caches.ts';
import type { Stories } from './api.ts';
import type { DayPlayed } from './pace.ts';

/** What suggestions are based on besides the vault. */
export interface Facts {
  readonly stories: Stories;
  /** Days played during the last weeks. */
  readonly days: readonly DayPlayed[];
}

const addressOf = (userId: string) => `/kept/${userId}/tonight`;

/** Stores the facts for use without a network. */
export async function keepFacts(userId: string, facts: Facts): Promise<void> {
  const cache = await userCaches()?.open(tonightCache);
  await cache?.put(addressOf(userId), new Response(JSON.stringify(facts)));
}

/** Returns the stored facts of this user, or null. */
export async function readFacts(userId: string): Promise<Facts | null> {
  const kept = await userCaches()?.match(addressOf(userId), { cacheName: tonightCache });
  return kept ? ((await kept.json()) as Facts) : null;
}
