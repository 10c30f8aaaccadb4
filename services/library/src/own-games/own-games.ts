import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import { entryAdded, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { OwnGame } from '@nightshelf/contracts/own-games.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { defined } from '../defined.ts';
import { Entry } from '../entries/entry.ts';
import { onceInLibrary, tellVault, withoutGame } from '../entries/own-entry.ts';
import { describedGame, describeGame } from '../games/described-game.ts';
import { gameAsShownTo } from '../games/game-as-shown.ts';
import { confirmedGame, keepGameFromChanging } from '../games/game-copy.ts';
import { requestGames } from '../games/request-games.ts';
import { noteCause } from '../history/cause.ts';
import { refuseOverfull } from '../libraries/library-limits.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { newOwnGuid, ownGameIn, ownSummary, refuseTooManyOwn } from './own-summary.ts';

type AddRequest = CallRequest<typeof ownGameCalls.addOwnGame>['body'];

/**
 * Adds a game that no database knows, with an entry. Only the user sees either.
 * @throws CodedError 409 when the user has too many such games, 422 when the vault is full
 */
export function addOwnGame(work: Change, userId: string, request: AddRequest): Promise<LibraryEntry> {
  const { name, year, platform_ids, ...fields } = request;
  return work.transaction(async ({ em, publish, tell }) => {
    await refuseTooManyOwn(em, userId, 1);
    const guid = newOwnGuid();
    const game = await describeGame(em, userId, ownSummary(guid, { name, year, platform_ids }));
    const entry = Entry.add(userId, guid, fields);
    em.persist(entry);
    await em.flush();
    await bumpLibrary(em, userId);
    await refuseOverfull(em, userId);
    publish(entryAdded, { data: entry.state(), version: entry.version });
    tellVault({ tell }, userId, entry.versioned());
    return presentEntry(entry.versioned(), game);
  }, withoutGame(userId));
}

/** @throws CodedError 404 for a game that is not the user's own */
export async function ownGameOf(em: EntityManager, userId: string, guid: string): Promise<GameSummary> {
  const game = await describedGame(em, userId, guid);
  if (!game) throw notFound('library.game_not_found', 'Game not found.');
  return game;
}

/**
 * Changes a locked game of the user's own.
 * @param act returns the game as it will be shown
 * @throws CodedError 404 for a game that is not the user's own
 */
export const changeOwnGame = (
  work: Change,
  { userId, guid }: { readonly userId: string; readonly guid: string },
  act: (em: EntityManager, before: GameSummary) => Promise<GameSummary>,
): Promise<GameSummary> =>
  work.transaction(async ({ em, tell }) => {
    await lockOwnGame(em, userId, guid);
    const game = await act(em, await ownGameOf(em, userId, guid));
    await storeOwnGame(em, userId, game);
    tell({ to: { user: userId }, event: 'vault', data: {} });
    return game;
  });

type OwnGameChange = { readonly [Field in keyof OwnGame]?: OwnGame[Field] | undefined };

/** @throws CodedError 404 for a game that is not the user's own */
export const updateOwnGame = (work: Change, userId: string, guid: string, change: OwnGameChange) =>
  changeOwnGame(work, { userId, guid }, async (_, before) => ({
    ...ownSummary(guid, { ...ownGameIn(before), ...defined(change) }),
    image_url: before.image_url,
  }));

/** Locks the game until the transaction ends. */
const lockOwnGame = (em: EntityManager, userId: string, guid: string) =>
  em.execute('select 1 from described_games where user_id = ? and guid = ? for update', [userId, guid]);

async function storeOwnGame(em: EntityManager, userId: string, game: GameSummary): Promise<void> {
  const { json, imageUrl, platformNames } = readyGame(game);
  await em.execute(
    'update described_games set summary = ?, image_url = ?, platform_names = ?::jsonb where user_id = ? and guid = ?',
    [json, imageUrl, JSON.stringify(platformNames), userId, game.guid],
  );
  // Makes the change visible to clients that request changes of the vault.
  await em.execute(
    `insert into changed_games values (?, pg_current_xact_id())
     on conflict (guid) do update set changed_xid = excluded.changed_xid`,
    [game.guid],
  );
  await bumpLibrary(em, userId);
}

interface Merge {
  readonly userId: string;
  readonly guid: string;
  readonly into: string;
}

/**
 * Changes the entry of an own game to a catalog game. The entry keeps its history, playthroughs, sessions and list
 * places; the description is kept for an undo.
 * @throws CodedError 404 for a game that is not the user's own or not in the vault, 409 when the vault has the other
 * game
 */
export function mergeOwnGame(work: Change, { userId, guid, into }: Merge): Promise<LibraryEntry> {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      const { em } = transaction;
      await lockOwnGame(em, userId, guid);
      const game = await ownGameOf(em, userId, guid);
      await keepGameFromChanging(em, into);
      const entry = await entryOfGame(em, userId, guid);
      await em.execute(
        `insert into own_game_merges (user_id, guid, entry_id, into_guid, summary) values (?, ?, ?, ?, ?)
         on conflict (user_id, guid) do update set entry_id = excluded.entry_id, into_guid = excluded.into_guid,
           summary = excluded.summary, merged_at = clock_timestamp()`,
        [userId, guid, entry.id, into, JSON.stringify(game)],
      );
      await em.execute('delete from described_games where user_id = ? and guid = ?', [userId, guid]);
      await em.execute('update chosen_games set guid = ? where user_id = ? and guid = ?', [into, userId, guid]);
      if (!(await confirmedGame(em, into))) await requestGames(transaction, [into], { userId });
      return reassign(transaction, entry, into);
    }, withoutGame(userId)),
  );
}

/** @throws CodedError 404 when there is no such merge or its entry is no longer in the vault */
export function undoMerge(work: Change, userId: string, guid: string): Promise<LibraryEntry> {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      const { em } = transaction;
      const [merge] = await em.execute<{ entry_id: string; into_guid: string; summary: GameSummary }[]>(
        'delete from own_game_merges where user_id = ? and guid = ? returning entry_id, into_guid, summary',
        [userId, guid],
      );
      const entry = merge && (await em.findOne(Entry, { id: merge.entry_id, userId, guid: merge.into_guid }));
      if (!entry) throw notFound('library.game_not_found', 'There is no merge to undo.');
      await describeGame(em, userId, merge.summary);
      await em.execute('update chosen_games set guid = ? where user_id = ? and guid = ?', [
        guid,
        userId,
        merge.into_guid,
      ]);
      return reassign(transaction, entry, guid);
    }, withoutGame(userId)),
  );
}

async function entryOfGame(em: EntityManager, userId: string, guid: string): Promise<Entry> {
  const entry = await em.findOne(Entry, { userId, guid });
  if (!entry) throw notFound('library.game_not_found', 'This game is not in your vault.');
  return entry;
}

async function reassign(
  { em, publish, tell }: Parameters<Parameters<Change['transaction']>[0]>[0],
  entry: Entry,
  guid: string,
): Promise<LibraryEntry> {
  await noteCause(em, { kind: 'person' });
  entry.guid = guid;
  entry.version += 1;
  await em.flush();
  await em.execute('update playthroughs set guid = ? where entry_id = ?', [guid, entry.id]);
  await bumpLibrary(em, entry.userId);
  publish(entryUpdated, { data: entry.state(), version: entry.version });
  tellVault({ tell }, entry.userId, entry.versioned());
  return presentEntry(entry.versioned(), await gameAsShownTo(em, entry.userId, guid));
}
