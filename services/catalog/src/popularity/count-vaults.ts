import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts';
import { type EntityManager, type EventHandler, on } from '@nightshelf/platform';
import { lockPopularity } from './lock-popularity.ts';

/** Counts, from the library's events, how many vaults hold each game. */
export const countVaults: readonly EventHandler[] = [
  on(entryAdded, ({ em, data }) => keep(em, data.entry_id, data.guid)),
  on(entryUpdated, ({ em, data }) => keep(em, data.entry_id, data.guid)),
  on(entryRemoved, ({ em, data }) => removeFromVault(em, data.entry_id, data.guid)),
];

async function keep(em: EntityManager, entryId: string, guid: string): Promise<void> {
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

export async function removeFromVault(em: EntityManager, entryId: string, guid: string): Promise<void> {
  await lockPopularity(em, [guid]);
  const removed = await em.execute<{ guid: string }[]>('delete from vault_entries where entry_id = ? returning guid', [
    entryId,
  ]);
  const [entry] = removed;
  if (!entry) return;
  await em.execute('update popularity set vaults = vaults - 1 where guid = ?', [entry.guid]);
  await em.execute('delete from popularity where guid = ? and vaults <= 0', [entry.guid]);
}
