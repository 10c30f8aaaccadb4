import { readStoredJson, writeStored } from './browser-storage.ts';

const storageKey = 'nightshelf-recent-searches';

const most = 8;

interface Kept {
  readonly userId: string;
  readonly queries: readonly string[];
}

/**
 * Returns a user's recent searches on this device, newest first. Visitors have none, because the next visitor may be
 * someone else.
 */
export function recentSearches(userId: string | undefined): readonly string[] {
  const kept = readStoredJson<Kept>(storageKey);
  if (userId === undefined || kept?.userId !== userId || !Array.isArray(kept.queries)) return [];
  return kept.queries.filter((query) => typeof query === 'string').slice(0, most);
}

export function noteSearch(userId: string | undefined, query: string): void {
  if (userId === undefined) return;
  const before = recentSearches(userId).filter((known) => known.toLowerCase() !== query.toLowerCase());
  const kept: Kept = { userId, queries: [query, ...before].slice(0, most) };
  writeStored(storageKey, JSON.stringify(kept));
}

/**
 * Deletes the recent searches.
 * @param userId deletes only this user's, since another tab may have stored another user's; any user's when omitted
 */
export function forgetSearches(userId?: string): void {
  if (userId === undefined || recentSearches(userId).length > 0) writeStored(storageKey, null);
}
