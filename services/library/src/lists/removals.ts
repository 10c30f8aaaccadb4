import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { tellLists } from './game-lists.ts';

/** Increments the versions of all lists with an entry that leaves or returns to the vault. */
export async function renewListsOf({ em, tell }: Transaction, userId: string, entryId: string): Promise<void> {
  // Locks in id order, to prevent deadlocks between two removals.
  const renewed = await em.execute<{ id: string; version: number }[]>(
    `with held as materialized (
       select l.id from game_lists l where l.user_id = ?
         and exists (select from listed_games i where i.list_id = l.id and i.entry_id = ?) order by l.id for update
     )
     update game_lists l set version = version + 1 from held where l.id = held.id returning l.id, l.version`,
    [userId, entryId],
  );
  for (const { id, version } of renewed) tellLists({ tell }, userId, id, version);
}
