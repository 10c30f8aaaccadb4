import type { Entry } from './entry.ts';

/** What a user has said of a game, as it is now. */
export function saidIn(entry: Entry) {
  const { status, rating, hours_played, platform_id, is_shared, tags = [] } = entry.versioned();
  return { status, rating, hours_played, platform_id, is_shared, tags };
}
