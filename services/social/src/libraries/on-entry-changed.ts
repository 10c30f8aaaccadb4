import { entryAdded, entryRemoved, entryUpdated, notListed, type VersionedEntry } from '@nightshelf/contracts';
import { type EventHandler, isErased, on, type PrivacyNotes, type Transaction } from '@nightshelf/platform';
import { tellPage } from '../profiles/tell-page.ts';
import { isSeen } from './is-seen.ts';
import { holdGame, renewLibrary } from './library-version.ts';

/** Keeps a copy of every library. An entry may come before its user or its game; it is shown when both are here. */
export const onEntryChanged = (notes: PrivacyNotes): EventHandler[] => [
  on(entryAdded, (event) => storeEntry(event, notes, { ...event.data, version: event.version })),
  on(entryUpdated, (event) => storeEntry(event, notes, { ...event.data, version: event.version })),
  on(entryRemoved, async ({ em, tell, data }) => {
    const removed = await em.execute<{ user_id: string; is_shared: boolean }[]>(
      'delete from entries where entry_id = ? returning user_id, is_shared',
      [data.entry_id],
    );
    for (const { user_id, is_shared } of removed) {
      await renewLibrary(em, user_id);
      if (await isSeen(em, notes, user_id, is_shared)) tellPage({ tell }, user_id);
    }
  }),
];

async function storeEntry({ em, tell }: Transaction, notes: PrivacyNotes, entry: VersionedEntry): Promise<void> {
  if (await isErased(em, entry.user_id)) return;
  const [before] = await em.execute<{ is_shared: boolean }[]>('select is_shared from entries where entry_id = ?', [
    entry.entry_id,
  ]);
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
  const isOrWasShared = entry.is_shared || before?.is_shared === true;
  if (await isSeen(em, notes, entry.user_id, isOrWasShared)) tellPage({ tell }, entry.user_id);
}
