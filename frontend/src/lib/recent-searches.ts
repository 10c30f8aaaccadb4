import { storedOfUser } from './browser-storage.ts';

const stored = storedOfUser<{ readonly queries: readonly string[] }>('nightshelf-recent-searches');

const most = 8;

/**
 * Returns a user's recent searches on this device, newest first. Visitors have none, because the next visitor may be
 * someone else.
 */
export function recentSearches(userId: string | undefined): readonly string[] {
  const { queries } = userId === undefined ? {} : stored.of(userId);
  return Array.isArray(queries) ? queries.filter((query) => typeof query === 'string').slice(0, most) : [];
}

export function noteSearch(userId: string | undefined, query: string): void {
  if (userId === undefined) return;
  const before = recentSearches(userId).filter((known) => known.toLowerCase() !== query.toLowerCase());
  stored.keep(userId, { queries: [query, ...before].slice(0, most) });
}

export const forgetSearches = stored.forget;
