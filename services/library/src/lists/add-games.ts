import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdList, holdLists, ownList, renewList } from './game-lists.ts';
import { keptWithList } from './kept-list.ts';
import { dealRanks, lastRankOf } from './order.ts';
import { rankBetween, rankGap } from './ranks.ts';

interface Addition {
  readonly userId: string;
  readonly id: string;
  readonly entryIds: readonly string[];
}

type Added = {
  readonly list: GameList;
  readonly added: number;
};

/**
 * Adds games of the vault to the end of a list, in the given order; games that are in it keep their place.
 * @throws CodedError 404 for a list or game that is not the user's, 409 when the list or all lists together would be
 * too long
 */
export function addGames(work: Change, { userId, id, entryIds }: Addition): Promise<Added> {
  const wanted = JSON.stringify([...new Set(entryIds.map((entryId) => entryId.toLowerCase()))]);
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    await holdLists(em, userId);
    // Locks entries before the list, like a removal from the vault, to prevent deadlocks.
    const owned = await em.execute<object[]>(
      `select id from entries where user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid)
       order by id for key share`,
      [userId, wanted],
    );
    const held = await holdList(em, userId, id);
    if (owned.length < JSON.parse(wanted).length) {
      throw notFound('library.entry_not_found', 'Game not found in your library.');
    }
    const last = await lastRankOf(em, id);
    // The ranks at the end may be exhausted.
    if (rankBetween(last, null) === null) await dealRanks(em, id);
    const added = await em.execute<object[]>(
      `insert into listed_games (list_id, entry_id, rank, note_version)
       select ?::uuid, new.entry_id::uuid, coalesce(last.rank, 0) + new.place * ?::bigint, ?::int
       from jsonb_array_elements_text(?::jsonb) with ordinality as new (entry_id, place),
         (select max(rank) as rank from listed_games where list_id = ?) last
       on conflict (list_id, entry_id) do nothing returning 1`,
      [id, rankGap, held.version + 1, wanted, id],
    );
    const [all] = await em.execute<{ games: number }[]>(
      'select count(*)::int as games from listed_games where list_id = ?',
      [id],
    );
    if ((all?.games ?? 0) > listRules.games) {
      throw conflict('library.list_full', `A list holds at most ${listRules.games} games.`);
    }
    if (added.length > 0) await refuseOverfullLists(em, userId);
    if (added.length > 0) await renewList(transaction, userId, held);
    return { list: await ownList(em, userId, id), added: added.length };
  }, keptWithList(userId));
}

/** @throws CodedError 409 when the user's lists together have too many games */
async function refuseOverfullLists(em: EntityManager, userId: string): Promise<void> {
  const [all] = await em.execute<{ games: number }[]>(
    'select count(*)::int as games from listed_games where list_id in (select id from game_lists where user_id = ?)',
    [userId],
  );
  if ((all?.games ?? 0) > listRules.places) {
    const most = listRules.places.toLocaleString('en');
    throw conflict('library.lists_full', `Your lists hold at most ${most} games together. Remove some to add more.`);
  }
}
