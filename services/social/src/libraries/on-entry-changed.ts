import { entryAdded, entryRemoved, entryUpdated, notListed, type VersionedEntry } from '@nightshelf/contracts';
import { type EntityManager, isErased, on } from '@nightshelf/platform';
import { holdGame, renewLibrary } from './library-version.ts';

/** Keeps a copy of every library. An entry may come before its user or its game; it is shown when both are here. */
export const onEntryChanged = [
  on(entryAdded, ({ em, data, version }) => storeEntry(em, { ...data, version })),
  on(entryUpdated, ({ em, data, version }) => storeEntry(em, { ...data, version })),
  on(entryRemoved, async ({ em, data }) => {
    const removed = await em.execute<{ user_id: string }[]>(
      'delete from entries where entry_id = ? returning user_id',
      [data.entry_id],
    );
    for (const { user_id } of removed) await renewLibrary(em, user_id);
  }),
];

async function storeEntry(em: EntityManager, entry: VersionedEntry): Promise<void> {
  if (await isErased(em, entry.user_id)) return;
  const unlisted = entry.platform_id === notListed;
  await holdGame(em, entry.guid, 'entry');
  await em.execute(
    `insert into entries (entry_id, user_id, guid, status, rating, hours_played, platform_id, platform_not_listed,
       is_shared, date_added, version)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (entry_id) do update
     set status = excluded.status, rating = excluded.rating, hours_played = excluded.hours_played,
       platform_id = excluded.platform_id, platform_not_listed = excluded.platform_not_listed,
       is_shared = excluded.is_shared, date_added = excluded.date_added, version = excluded.version`,
    [
      entry.entry_id,
      entry.user_id,
      entry.guid,
      entry.status,
      entry.rating,
      entry.hours_played,
      unlisted ? null : entry.platform_id,
      unlisted,
      entry.is_shared,
      entry.date_added,
      entry.version,
    ],
  );
  await renewLibrary(em, entry.user_id);
}
