import { entryRemoved } from '@nightshelf/contracts/events/entries.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { eraseHistory } from '../history/keep-history.ts';

const batch = 1000;
/** Replaces a deleted user's id in tombstones. */
const erasedUser = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes a user's entries, publishing each removal, and all other data of the user. Tombstones stay anonymously, so
 * that consumers that missed a removal can catch up.
 * @returns whether there may be more
 */
export async function eraseLibrary({ em, publish }: Transaction, userId: string): Promise<boolean> {
  // Delete this before the imports, so that a running sync finishes first and cannot create another import.
  await em.execute('delete from steam_accounts where user_id = ?', [userId]);
  // One per call, since it has up to 20,000 rows; before the entries, because an import job locks in this order.
  const imports = await em.execute<object[]>(
    'delete from imports where id in (select id from imports where user_id = ? limit 1) returning 1',
    [userId],
  );
  const gone = await em.execute<{ entry_id: string; guid: string; version: number }[]>(
    `delete from entries where id in (select id from entries where user_id = ? order by id limit ${batch} for update)
     returning id as entry_id, guid, version + 1 as version`,
    [userId],
  );
  await em.execute(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select entry_id, ?, guid, version, clock_timestamp()
     from jsonb_to_recordset(?::jsonb) as gone (entry_id uuid, guid text, version int)
     on conflict (entry_id) do update set version = excluded.version, removed_at = excluded.removed_at`,
    [erasedUser, JSON.stringify(gone)],
  );
  for (const { entry_id, guid, version } of gone) {
    publish(entryRemoved, { data: { entry_id, user_id: userId, guid }, version });
  }
  await em.execute('update entry_tombstones set user_id = ? where user_id = ?', [erasedUser, userId]);
  for (const table of [
    'removed_entries',
    'removed_belongings',
    'described_games',
    'saved_views',
    'favourites',
    'playthroughs',
    'play_sessions',
    'chosen_games',
    'own_covers',
    'own_game_merges',
    'libraries',
  ]) {
    await em.execute(`delete from ${table} where user_id = ?`, [userId]);
  }
  await em.execute('delete from users where id = ?', [userId]);
  // One per call, since a list has up to 10,000 games.
  const lists = await em.execute<object[]>(
    'delete from game_lists where id in (select id from game_lists where user_id = ? limit 1) returning 1',
    [userId],
  );
  const hasMoreHistory = await eraseHistory(em, userId);
  return gone.length === batch || hasMoreHistory || lists.length > 0 || imports.length > 0;
}
