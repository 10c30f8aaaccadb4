import { type FavouritesState, favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import type { Privacy } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { notifyPage, renewLibrary } from './library-version.ts';
import { isOwn, isSeen } from './visibility.ts';

interface Changed {
  readonly is_any_shared: boolean;
  readonly privacy: Privacy | null;
  /** Whether others who can see the entries see a difference. */
  readonly changes_page: boolean;
}

/** Copies every user's favorites. */
export const onFavouritesChanged = (notes: PrivacyNotes) =>
  on(favouritesChanged, async ({ em, notifyClients, data: { user_id: userId, entry_ids } }) => {
    if (await isErased(em, userId)) return;
    const [changed] = await em.execute<Changed[]>(
      `with written as (
         insert into favourites (user_id, entry_ids)
         values (?, array(select jsonb_array_elements_text(?::jsonb)::uuid))
         on conflict (user_id) do update set entry_ids = excluded.entry_ids
         returning old.entry_ids as before, new.entry_ids as now
       )
       select u.privacy, exists (
         select from entries e where e.user_id = ? and e.is_shared and not ${isOwn('e.guid')}
           and e.entry_id = any (written.before || written.now)
       ) as is_any_shared, ${shownOf('before')} is distinct from ${shownOf('now')} as changes_page
       from written left join users u on u.id = ? and u.is_active`,
      [userId, JSON.stringify(entry_ids), userId, userId],
    );
    if (!changed?.changes_page) return;
    await renewLibrary(em, userId);
    const seen = { userId, privacy: changed.privacy, isOrWasShared: changed.is_any_shared };
    if (await isSeen(em, notes, seen)) notifyPage({ notifyClients }, userId);
  });

/** The favorites that a page can show, in order. An entry that arrives later renews the library itself. */
const shownOf = (column: 'before' | 'now') => `array(
  select chosen.entry_id from unnest(written.${column}) with ordinality chosen (entry_id, place)
  join entries e on e.entry_id = chosen.entry_id and not ${isOwn('e.guid')} order by chosen.place)`;

export const favouritesProjection = defineProjection<FavouritesState, FavouritesState, FavouritesState>({
  topic: 'library.favourites',
  table: 'favourites',
  key: ['user_id'],
  keyType: 'uuid',
  columns: 'kept.user_id, to_json(kept.entry_ids) as entry_ids',
  kept: ({ user_id, entry_ids }) => ({ user_id, entry_ids }),
  keep: ({ user_id, entry_ids }) => ({ user_id, entry_ids }),
  async remove(em, userId) {
    await em.execute('delete from favourites where user_id = ?', [userId]);
    await renewLibrary(em, userId);
  },
});

/** Returns the entry ids of a user's favorites, in order, including removed and hidden entries. */
export async function favouritesOf(em: EntityManager, userId: string): Promise<readonly string[]> {
  const [row] = await em.execute<{ entry_ids: string[] }[]>(
    'select to_json(entry_ids) as entry_ids from favourites where user_id = ?',
    [userId],
  );
  return row?.entry_ids ?? [];
}
