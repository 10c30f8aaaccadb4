import type { GameSummary } from '../games.ts';
import { type ReadyGame, readyGame } from '../ready-game.ts';
import type { EntryState } from './entries.ts';
import type { FavouritesState } from './favourites.ts';
import type { SnapshotTopic } from './snapshots.ts';
import type { UserState } from './users.ts';

/**
 * What a consumer keeps of an owner's subjects. The owner computes it from its events, the consumer from its rows, and
 * they compare hashes. Owner and consumer may be of different releases, so a view never changes under one name: a copy
 * that keeps more gets a new view.
 */
export interface View<Data = unknown, Kept = unknown> {
  readonly name: string;
  readonly topic: SnapshotTopic;
  /** @param version the subject's version after the change in the data */
  keep(data: Data, version: number): Kept;
}

const userView: View<UserState, UserState> = {
  name: 'social.users.v1',
  topic: 'auth.users',
  keep: ({ user_id, username, first_name, last_name, created_at, is_active, privacy }) => ({
    user_id,
    username,
    first_name,
    last_name,
    created_at,
    is_active,
    privacy,
  }),
};

/** What the previous release keeps of a user to count them. */
const publicUserView: View<UserState, { readonly is_public: boolean }> = {
  name: 'library.users.v1',
  topic: 'auth.users',
  keep: ({ is_active, privacy }) => ({ is_public: is_active && privacy === 'public' }),
};

interface CountedUser {
  readonly is_public: boolean;
  readonly created_at: string | null;
  readonly email_verified: boolean;
}

/** Whether a user counts in figures over all users. */
const countedUserView: View<UserState, CountedUser> = {
  name: 'library.users.v2',
  topic: 'auth.users',
  keep: ({ is_active, privacy, created_at, email_verified }) => ({
    is_public: is_active && privacy === 'public',
    created_at,
    email_verified: email_verified ?? false,
  }),
};

const entryView: View<EntryState, EntryState & { readonly version: number }> = {
  name: 'social.entries.v1',
  topic: 'library.entries',
  keep: (entry, version) => ({
    entry_id: entry.entry_id,
    user_id: entry.user_id,
    guid: entry.guid,
    status: entry.status,
    rating: entry.rating,
    hours_played: entry.hours_played,
    platform_id: entry.platform_id,
    is_shared: entry.is_shared,
    date_added: entry.date_added,
    version,
  }),
};

const favouritesView: View<FavouritesState, FavouritesState> = {
  name: 'social.favourites.v1',
  topic: 'library.favourites',
  keep: ({ user_id, entry_ids }) => ({ user_id, entry_ids }),
};

const vaultEntryView: View<EntryState, Pick<EntryState, 'guid'>> = {
  name: 'catalog.vault-entries.v1',
  topic: 'library.entries',
  keep: ({ guid }) => ({ guid }),
};

const readyGameView: View<GameSummary, ReadyGame> = {
  name: 'ready-games.v1',
  topic: 'catalog.games',
  keep: (game) => readyGame(game),
};

/** Keeps only the existence of the relation. */
const followView: View<unknown, null> = { name: 'auth.follows.v1', topic: 'social.follows', keep: () => null };

export const views = {
  userView,
  publicUserView,
  countedUserView,
  entryView,
  favouritesView,
  vaultEntryView,
  readyGameView,
  followView,
} as const;

/** @returns undefined for a view of another release */
export const viewNamed = (name: string): View | undefined =>
  Object.values<View>(views).find((view) => view.name === name);
