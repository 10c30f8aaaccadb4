import { favouritesChanged, type Privacy } from '@nightshelf/contracts';
import { isErased, on, type PrivacyNotes } from '@nightshelf/platform';
import { tellPage } from '../profiles/tell-page.ts';
import { isSeen } from './is-seen.ts';
import { renewLibrary } from './library-version.ts';

interface Changed {
  readonly is_any_shared: boolean;
  readonly privacy: Privacy | null;
}

/** Keeps a copy of what every user has chosen to stand for them. */
export const onFavouritesChanged = (notes: PrivacyNotes) =>
  on(favouritesChanged, async ({ em, tell, data: { user_id: userId, entry_ids } }) => {
    if (await isErased(em, userId)) return;
    const [changed] = await em.execute<Changed[]>(
      `with written as (
         insert into favourites (user_id, entry_ids)
         values (?, array(select jsonb_array_elements_text(?::jsonb)::uuid))
         on conflict (user_id) do update set entry_ids = excluded.entry_ids
         returning old.entry_ids as before, new.entry_ids as now
       )
       select u.privacy, exists (
         select from entries e where e.user_id = ? and e.is_shared and e.entry_id = any (written.before || written.now)
       ) as is_any_shared
       from written left join users u on u.id = ? and u.is_active`,
      [userId, JSON.stringify(entry_ids), userId, userId],
    );
    await renewLibrary(em, userId);
    const seen = { userId, privacy: changed?.privacy ?? null, isOrWasShared: changed?.is_any_shared === true };
    if (await isSeen(em, notes, seen)) tellPage({ tell }, userId);
  });
