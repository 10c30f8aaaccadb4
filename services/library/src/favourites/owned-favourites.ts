import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import type { OwnedPart, OwnedTopic } from '@nightshelf/platform/events/projections/owned.ts';
import { type ChosenRow, chosenColumns } from './favourites.ts';

const chosen: OwnedPart = {
  async read(em, { after, limit }) {
    // Version 0 means that the user has not chosen yet.
    const rows = await em.execute<ChosenRow[]>(
      `select ${chosenColumns} from favourites where version > 0 and (?::uuid is null or user_id > ?::uuid)
       order by user_id limit ? for share`,
      [after, after, limit],
    );
    return rows.map(({ version, ...data }) => ({ event: favouritesChanged, data, version }));
  },
};

/** The favourites of all users. */
export const ownedFavourites: OwnedTopic = { topic: 'library.favourites', parts: [chosen] };
