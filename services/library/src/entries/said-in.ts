import type { Entry } from './entry.ts';

/** The user's own fields of an entry. */
export function saidIn(entry: Entry) {
  const { status, rating, hours_played, platform_id, is_shared, tags = [] } = entry.versioned();
  return { status, rating, hours_played, platform_id, is_shared, tags };
}
