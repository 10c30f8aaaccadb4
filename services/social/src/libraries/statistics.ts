import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';

type Counted = Pick<EntryState, 'status' | 'rating' | 'hours_played' | 'is_shared'>;

export function statisticsOf(entries: readonly Counted[]): LibraryStatistics {
  const having = (status: Counted['status']) => entries.filter((entry) => entry.status === status).length;
  const ratings = entries.map(({ rating }) => rating ?? 0).filter((rating) => rating > 0);
  return {
    total_games: entries.length,
    shared_games: entries.filter(({ is_shared }) => is_shared).length,
    completed: having('completed'),
    currently_playing: having('playing'),
    want_to_play: having('want_to_play'),
    collection: having('collection'),
    dropped: having('dropped'),
    average_rating: ratings.length === 0 ? null : sum(ratings) / ratings.length,
    // Hours are multiples of one half, which floating point adds exactly.
    total_hours: sum(entries.map(({ hours_played }) => hours_played ?? 0)),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
