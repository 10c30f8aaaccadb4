/** Where a browser keeps what was searched for last. */
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
    // A browser that keeps nothing has nothing to offer again.
  }
}

/** What a user has searched for on this device, the newest first. Of visitors nothing is kept: the next may be another. */
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
 * Takes them away, by themselves or with all else that tells of a user.
 * @param userId whose: another may have searched since, in another tab; of whoever they are when it is left out
 */
export function forgetSearches(userId?: string): void {
  if (userId === undefined || recentSearches(userId).length > 0) write(null);
}
