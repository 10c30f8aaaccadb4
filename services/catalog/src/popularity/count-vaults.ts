import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { lockPopularity } from './lock-popularity.ts';

/** Counts an entry for its game, and removes it from its previous game. */
export async function putIntoVault(em: EntityManager, entryId: string, guid: string): Promise<void> {
  const known = await em.execute<{ guid: string }[]>('select guid from vault_entries where entry_id = ?', [entryId]);
  const before = known[0]?.guid;
  if (before === guid) return;
  await lockPopularity(em, before === undefined ? [guid] : [before, guid]);
  if (before !== undefined) await removeFromVault(em, entryId, before);
  await em.execute('insert into vault_entries (entry_id, guid) values (?, ?)', [entryId, guid]);
  await em.execute(
    `insert into popularity (guid, vaults, search_name, search_text)
     select given.guid, 1, g.search_name, g.search_text
     from (select ?::text as guid) given left join games g using (guid)
     on conflict (guid) do update set vaults = popularity.vaults + 1`,
    [guid],
  );
}

/** Removes an entry from the count; `guid` is the game that it probably belongs to. */
export async function removeFromVault(em: EntityManager, entryId: string, guid: string): Promise<void> {
  await lockPopularity(em, [guid]);
  const removed = await em.execute<{ guid: string }[]>('delete from vault_entries where entry_id = ? returning guid', [
    entryId,
  ]);
  const [entry] = removed;
  if (!entry) return;
  await em.execute('update popularity set vaults = vaults - 1 where guid = ?', [entry.guid]);
  await em.execute('delete from popularity where guid = ? and vaults <= 0 and prominence = 0', [entry.guid]);
}
