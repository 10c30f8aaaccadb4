import { tonightCache, userCaches } from '../../lib/user-caches.ts';
import type { Stories } from './api.ts';
import type { DayPlayed } from './pace.ts';

/** What suggestions are made by, besides the vault. */
export interface Facts {
  readonly stories: Stories;
  /** Days of the last weeks on which something was played. */
  readonly days: readonly DayPlayed[];
}

const addressOf = (userId: string) => `/kept/${userId}/tonight`;

/** Keeps them for an evening without a network. */
export async function keepFacts(userId: string, facts: Facts): Promise<void> {
  const cache = await userCaches()?.open(tonightCache);
  await cache?.put(addressOf(userId), new Response(JSON.stringify(facts)));
}

/** What was kept for this user; null where nothing is. */
export async function readFacts(userId: string): Promise<Facts | null> {
  const kept = await userCaches()?.match(addressOf(userId), { cacheName: tonightCache });
  return kept ? ((await kept.json()) as Facts) : null;
}
