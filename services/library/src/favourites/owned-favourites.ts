import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import type { OwnedPart, OwnedTopic } from '@nightshelf/platform/events/projections/owned.ts';
import { type ChosenRow, chosenColumns } from './favourites.ts';

const chosen: OwnedPart = {
  async read(em, wanted, locked = true) {
    const lock = locked ? 'for share' : '';
    // Version 0 means that the user has not chosen yet.
    const columns = `select ${chosenColumns} from favourites where version > 0`;
    const rows =
      'subjects' in wanted
        ? await em.execute<ChosenRow[]>(
            `${columns} and user_id in (select jsonb_array_elements_text(?::jsonb)::uuid) order by user_id ${lock}`,
            [JSON.stringify(wanted.subjects)],
          )
        : await em.execute<ChosenRow[]>(
            `${columns} and (?::uuid is null or user_id > ?::uuid) order by user_id limit ? ${lock}`,
            [wanted.after, wanted.after, wanted.limit],
          );
    return rows.map(({ version, ...data }) => ({ event: favouritesChanged, data, version }));
  },
};

/** The favourites of all users. */
export const ownedFavourites: OwnedTopic = { topic: 'library.favourites', parts: [chosen] };
