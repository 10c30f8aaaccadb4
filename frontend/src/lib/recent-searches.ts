/** Storage key of the recent searches. */
const storageKey = 'nightshelf-recent-searches';

const most = 8;

interface Kept {
  readonly userId: string;
  readonly queries: readonly string[];
}

function write(kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(storageKey, JSON.stringify(kept));
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage there are no recent searches.
  }
}

/**
 * Returns a user's recent searches on this device, newest first. Visitors have none, because the next visitor may be
 * someone else.
 */
export function recentSearches(userId: string | undefined): readonly string[] {
  try {
    const kept: Partial<Kept> | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (userId === undefined || kept?.userId !== userId || !Array.isArray(kept.queries)) return [];
    return kept.queries.filter((query) => typeof query === 'string').slice(0, most);
  } catch {
    return [];
  }
}

export function noteSearch(userId: string | undefined, query: string): void {
  if (userId === undefined) return;
  const before = recentSearches(userId).filter((known) => known.toLowerCase() !== query.toLowerCase());
  write({ userId, queries: [query, ...before].slice(0, most) });
}

/**
 * Deletes the recent searches.
 * @param userId deletes only this user's, since another tab may have stored another user's; any user's when omitted
 */
export function forgetSearches(userId?: string): void {
  if (userId === undefined || recentSearches(userId).length > 0) write(null);
}
