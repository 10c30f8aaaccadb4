import type { Passkey } from '@nightshelf/contracts/factors.ts';
import type { Game, GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import type { OwnUser, PublicUser } from '@nightshelf/contracts/users.ts';
import type { Change } from '../entities/library/sync/change.ts';

export const aGame = (given: Partial<GameSummary> = {}): GameSummary => ({
  guid: '3030-1',
  id: 1,
  name: 'Outer Wilds',
  deck: null,
  original_release_date: '2019-05-28',
  image: null,
  image_url: null,
  platforms: [{ id: 94, guid: null, name: 'PC', abbreviation: 'PC' }],
  ...given,
});

/** A game with its details, of which none are known. */
export const aDetailedGame = (given: Partial<Game> = {}): Game => ({
  ...aGame(),
  description: null,
  aliases: null,
  number_of_user_reviews: 0,
  original_game_rating: null,
  ...given,
});

export const anEntry = (given: Partial<LibraryEntry> = {}): LibraryEntry => ({
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  guid: given.game?.guid ?? '3030-1',
  status: 'want_to_play',
  rating: null,
  hours_played: null,
  platform_id: null,
  platform: null,
  date_added: '2025-11-01T10:00:00.000Z',
  image_url: null,
  is_shared: false,
  game: aGame(),
  ...given,
});

/** A pending change of `anEntry`. */
export const anEdit = (given: { readonly key?: string; readonly waits?: boolean } = {}): Change => ({
  call: 'updateEntry',
  key: 'k1',
  order: 1,
  guid: '3030-1',
  tab: 't',
  base: anEntry(),
  body: { rating: 6 },
  ...given,
});

export const aUser = (given: Partial<OwnUser> = {}): OwnUser => ({
  id: '00000000-0000-4000-8000-0000000000aa',
  username: 'night_owl',
  first_name: null,
  last_name: null,
  created_at: '2024-05-01T10:00:00.000Z',
  is_active: true,
  follower_count: 0,
  following_count: 0,
  email: 'owl@example.org',
  privacy: 'public',
  ...given,
});

export const aPublicUser = (given: Partial<PublicUser> = {}): PublicUser => ({
  id: '00000000-0000-4000-8000-0000000000bb',
  username: 'owl_post',
  first_name: null,
  last_name: null,
  created_at: '2024-05-01T10:00:00.000Z',
  is_active: true,
  follower_count: 0,
  following_count: 0,
  is_following: false,
  ...given,
});

export const someStatistics = (given: Partial<LibraryStatistics> = {}): LibraryStatistics => ({
  total_games: 1,
  shared_games: 0,
  completed: 0,
  currently_playing: 0,
  want_to_play: 1,
  collection: 0,
  dropped: 0,
  average_rating: null,
  total_hours: 0,
  ...given,
});

export const aPasskey = (given: Partial<Passkey> = {}): Passkey => ({
  id: '1',
  name: 'Phone',
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  is_backed_up: false,
  ...given,
});
