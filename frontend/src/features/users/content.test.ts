import { expect, test } from 'vitest';
import { anEntry } from '../../test/builders.ts';
import { asOthers } from './content.ts';

test('shows others only the shared games of a private library, with statistics of those alone', () => {
  const shared = anEntry({ id: 'shared', status: 'playing', rating: 8, hours_played: 2.5, is_shared: true });
  const library = [shared, anEntry({ id: 'hidden', status: 'completed', rating: 2, hours_played: 40 })];
  expect(asOthers({ library, stats: {} as never, favourites: library.map(({ id }) => id) })).toEqual({
    library: [shared],
    favourites: [shared.id],
    stats: {
      total_games: 1,
      shared_games: 1,
      completed: 0,
      currently_playing: 1,
      want_to_play: 0,
      collection: 0,
      dropped: 0,
      average_rating: 8,
      total_hours: 2.5,
    },
  });
});
