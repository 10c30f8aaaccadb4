import { entryAdded, entryRemoved, entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { VersionedEntry } from '@nightshelf/contracts/present-entry.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type EventHandler, type HandledEvent, on } from '@nightshelf/platform/events/handler.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { hideDeed, recordingDeeds } from '../deeds/record-deed.ts';
import { tellOfFinished } from '../notifications/friend-finished.ts';
import { tellPage } from '../profiles/tell-page.ts';
import { shownColumns } from './entry.ts';
import { isSeen } from './is-seen.ts';
import { holdForEntry, renewing, renewLibrary } from './library-version.ts';
import { isOwn, isOwnGame } from './own-games.ts';

/** Keeps a copy of every library. An entry may come before its user or its game; it is shown when both are here. */
export const onEntryChanged = (notes: PrivacyNotes): EventHandler[] => [
  on(entryAdded, (event) => storeEntry(event, notes)),
  on(entryUpdated, (event) => storeEntry(event, notes)),
  on(entryRemoved, async ({ em, tell, data }) => {
    const removed = await em.execute<Removed[]>(
      `with removed as (delete from entries where entry_id = ? returning user_id, guid, is_shared),
         undone as (delete from deeds where entry_id = ?)
       select removed.*, u.privacy from removed left join users u on u.id = removed.user_id and u.is_active`,
      [data.entry_id, data.entry_id],
    );
    for (const { user_id: userId, guid, is_shared: isOrWasShared, privacy } of removed) {
      if (isOwnGame(guid)) continue;
      await renewLibrary(em, userId);
      if (await isSeen(em, notes, { userId, privacy, isOrWasShared })) tellPage({ tell }, userId);
    }
  }),
];

/** Few statements: each change of anybody's comes by here, and whoever watches the page waits for it. */
async function storeEntry(
  event: HandledEvent<typeof entryAdded | typeof entryUpdated>,
  notes: PrivacyNotes,
): Promise<void> {
  const { em, data, version } = event;
  if (!(await holdForEntry(em, data))) return;
  // What is told again was done long ago.
  const doneAt = event.republished ? null : event.time.toISOString();
  const before = await writeEntry(em, { ...data, version }, doneAt);
  await tellOfFinished(em, data, before.status, event);
  const isOrWasShared = data.is_shared || before.is_shared === true;
  if (await isSeen(em, notes, { userId: data.user_id, privacy: before.privacy, isOrWasShared })) {
    if (before.changes_page) tellPage(event, data.user_id);
  } else if (before.privacy === 'public') await hideDeed(em, data.entry_id);
}

interface Removed {
  readonly user_id: string;
  readonly guid: string;
  readonly is_shared: boolean;
  readonly privacy: Privacy | null;
}

/** What the copy was before, null where there was none; and how private its user is, null where that is no active one. */
interface Before {
  readonly status: VersionedEntry['status'] | null;
  readonly is_shared: boolean | null;
  readonly privacy: Privacy | null;
  /** Whether others who may see the entry see a difference. */
  readonly changes_page: boolean;
}

/**
 * Writes the entry, and gives its library a new version where a page of it may show a difference: private notes and games of the user's own are
 * no reason.
 * @param doneAt when its owner did this to it; null where that is no news
 */
async function writeEntry(em: EntityManager, entry: VersionedEntry, doneAt: string | null): Promise<Before> {
  const unlisted = entry.platform_id === notListed;
  const [before] = await em.execute<Before[]>(
    `with written as (
       insert into entries (entry_id, user_id, guid, status, rating, hours_played, platform_id, platform_not_listed,
         is_shared, date_added, version)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (entry_id) do update
       set guid = excluded.guid, status = excluded.status, rating = excluded.rating, hours_played = excluded.hours_played,
         platform_id = excluded.platform_id, platform_not_listed = excluded.platform_not_listed,
         is_shared = excluded.is_shared, date_added = excluded.date_added, version = excluded.version
       returning old.status as old_status, old.rating as old_rating, old.is_shared as was_shared,
         new.entry_id, new.user_id, new.guid, new.status, new.rating, new.version, new.is_shared,
         (old.entry_id is null or row(${shownColumns('old')}) is distinct from row(${shownColumns('new')}))
           and not (${isOwn('new.guid')} and (old.guid is null or ${isOwn('old.guid')})) as changes_page
     ), done as (${recordingDeeds('select * from written')}),
     renewed as (${renewing('select user_id from written where changes_page')})
     select written.old_status as status, written.was_shared as is_shared, written.changes_page, u.privacy
     from written left join users u on u.id = written.user_id and u.is_active`,
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
      doneAt,
    ],
  );
  return before ?? { status: null, is_shared: null, privacy: null, changes_page: false };
}
