import { entryRemoved } from '@nightshelf/contracts/events/entries.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { eraseHistory } from '../history/forget-history.ts';

/** Entries that one transaction removes. */
const batch = 1000;
/** Stands for a deleted user in what is still told of removed entries. */
const nobody = '00000000-0000-0000-0000-000000000000';

interface Gone {
  readonly entry_id: string;
  readonly guid: string;
  /** That of the removal. */
  readonly version: number;
}

/**
 * Removes a user's entries, each with its event, and everything else that is kept of the user. That these entries are gone
 * stays recorded without whose they were, so that those who missed it can be told.
 * @returns whether there may be more
 */
export async function eraseLibrary({ em, publish }: Transaction, userId: string): Promise<boolean> {
  // Before the imports that come of it: a look that is being brought is waited for.
  await em.execute('delete from steam_accounts where user_id = ?', [userId]);
  // One at a time: it has up to 20,000 rows. First, as whoever goes on with one takes it before its entries.
  const imports = await em.execute<object[]>(
    'delete from imports where id in (select id from imports where user_id = ? limit 1) returning 1',
    [userId],
  );
  const gone = await em.execute<Gone[]>(
    `delete from entries where id in (select id from entries where user_id = ? order by id limit ${batch} for update)
     returning id as entry_id, guid, version + 1 as version`,
    [userId],
  );
  await em.execute(
    `insert into entry_tombstones (entry_id, user_id, guid, version, removed_at)
     select entry_id, ?, guid, version, clock_timestamp()
     from jsonb_to_recordset(?::jsonb) as gone (entry_id uuid, guid text, version int)
     on conflict (entry_id) do update set version = excluded.version, removed_at = excluded.removed_at`,
    [nobody, JSON.stringify(gone)],
  );
  for (const { entry_id, guid, version } of gone) {
    publish(entryRemoved, { data: { entry_id, user_id: userId, guid }, version });
  }
  await em.execute('update entry_tombstones set user_id = ? where user_id = ?', [nobody, userId]);
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
  // One at a time: a list has up to 10,000 games.
  const lists = await em.execute<object[]>(
    'delete from game_lists where id in (select id from game_lists where user_id = ? limit 1) returning 1',
    [userId],
  );
  const hasMoreHistory = await eraseHistory(em, userId);
  return gone.length === batch || hasMoreHistory || lists.length > 0 || imports.length > 0;
}
