import { entryAdded, entryRemoved, entryUpdated, notListed, type VersionedEntry } from '@nightshelf/contracts';
import {
  type EntityManager,
  type EventHandler,
  type HandledEvent,
  isErased,
  on,
  type PrivacyNotes,
} from '@nightshelf/platform';
import { tellOfFinished } from '../notifications/friend-finished.ts';
import { tellPage } from '../profiles/tell-page.ts';
import { isSeen } from './is-seen.ts';
import { holdGame, renewLibrary } from './library-version.ts';

/** Keeps a copy of every library. An entry may come before its user or its game; it is shown when both are here. */
export const onEntryChanged = (notes: PrivacyNotes): EventHandler[] => [
  on(entryAdded, (event) => storeEntry(event, notes)),
  on(entryUpdated, (event) => storeEntry(event, notes)),
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

async function storeEntry(
  event: HandledEvent<typeof entryAdded | typeof entryUpdated>,
  notes: PrivacyNotes,
): Promise<void> {
  const { em, data, version } = event;
  if (await isErased(em, data.user_id)) return;
  await holdGame(em, data.guid, 'entry');
  const before = await writeEntry(em, { ...data, version });
  await renewLibrary(em, data.user_id);
  await tellOfFinished(em, data, before.status, event);
  if (await isSeen(em, notes, data.user_id, data.is_shared || before.is_shared === true)) tellPage(event, data.user_id);
}

/** What the copy was before; null where there was none. */
interface Before {
  readonly status: VersionedEntry['status'] | null;
  readonly is_shared: boolean | null;
}

async function writeEntry(em: EntityManager, entry: VersionedEntry): Promise<Before> {
  const unlisted = entry.platform_id === notListed;
  const [before] = await em.execute<Before[]>(
    `insert into entries (entry_id, user_id, guid, status, rating, hours_played, platform_id, platform_not_listed,
       is_shared, date_added, version)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (entry_id) do update
     set status = excluded.status, rating = excluded.rating, hours_played = excluded.hours_played,
       platform_id = excluded.platform_id, platform_not_listed = excluded.platform_not_listed,
       is_shared = excluded.is_shared, date_added = excluded.date_added, version = excluded.version
     returning old.status, old.is_shared`,
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
  return before ?? { status: null, is_shared: null };
}
