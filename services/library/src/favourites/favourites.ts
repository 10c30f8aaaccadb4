import * as favouriteCalls from '@nightshelf/contracts/calls/favourites.ts';
import { favouritesChanged } from '@nightshelf/contracts/events/favourites.ts';
import type { Favourites } from '@nightshelf/contracts/favourites.ts';
import { mostFavourites } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { CodedError, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { OwnedPart, OwnedTopic } from '@nightshelf/platform/events/projections/owned.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdEntries } from '../entries/own-entry.ts';
import { playedGameJson, playedGameTables } from '../games/game-as-shown.ts';
import { type Reader, type RequestOf, returning, type Serve } from '../serve.ts';

/**
 * Returns a user's favorite games in order. A removed game keeps its hidden place while its removal can be undone and
 * the user chooses no other game for it.
 */
async function favouritesOf({ em, userId }: Reader): Promise<Favourites> {
  const [found] = await em.execute<Favourites[]>(
    `select f.version, (
       select coalesce(jsonb_agg(jsonb_build_object('entry_id', e.id) || ${playedGameJson} order by c.place), '[]')
       from unnest(f.entry_ids) with ordinality c (entry_id, place) join ${playedGameTables('c')}
       where e.user_id = f.user_id) as games
     from favourites f where f.user_id = ?`,
    [userId],
  );
  return found ?? { version: 0, games: [] };
}

interface ChosenRow {
  readonly user_id: string;
  readonly entry_ids: readonly string[];
  readonly version: number;
}

const chosenColumns = 'user_id, to_json(entry_ids) as entry_ids, version';

/** Sets a user's favorite games; does nothing when they are unchanged. */
function chooseFavourites({ userId, body, change }: RequestOf<typeof favouriteCalls.chooseFavourites>) {
  const { entry_ids: wanted, if_version: ifVersion } = body;
  return change.transaction(async ({ em, publish, notifyClients }) => {
    await holdEntries(em, userId, wanted);
    const before = await holdChosen(em, userId);
    const now = await favouritesOf({ em, userId });
    if (ifVersion !== undefined && ifVersion !== before.version) {
      const message = 'Your favorites were changed elsewhere.';
      throw new CodedError(409, 'library.favourites_changed', message, { body: { favourites: now } });
    }
    if (String(wanted) === String(now.games.map(({ entry_id }) => entry_id))) return now;
    const entry_ids = [...wanted, ...(await waiting(em, before))].slice(0, mostFavourites);
    const version = before.version + 1;
    await em.execute(
      'update favourites set entry_ids = array(select jsonb_array_elements_text(?::jsonb)::uuid), version = ? where user_id = ?',
      [JSON.stringify(entry_ids), version, userId],
    );
    publish(favouritesChanged, { data: { user_id: userId, entry_ids }, version });
    notifyClients({ to: { user: userId }, event: 'favourites', data: { version } });
    return favouritesOf({ em, userId });
  }, keptFavourites(userId));
}

/** Locks the current favorites, so that concurrent choices run one after the other. */
async function holdChosen(em: EntityManager, userId: string): Promise<ChosenRow> {
  if (await isErased(em, userId)) throw unauthenticated();
  await em.execute(
    `insert into favourites (user_id, entry_ids, version) values (?, '{}', 0) on conflict (user_id) do nothing`,
    [userId],
  );
  const [row] = await em.execute<ChosenRow[]>(`select ${chosenColumns} from favourites where user_id = ? for update`, [
    userId,
  ]);
  return row ?? { user_id: userId, entry_ids: [], version: 0 };
}

/** Returns the favorites whose removal can still be undone, in order. */
async function waiting(em: EntityManager, { user_id, entry_ids }: ChosenRow): Promise<string[]> {
  const removed = await em.execute<{ id: string }[]>(
    'select id from removed_entries where user_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid)',
    [user_id, JSON.stringify(entry_ids)],
  );
  return entry_ids.filter((entryId) => removed.some(({ id }) => id === entryId));
}

/**
 * Stores an idempotent response without its games, which may take 12 KB; a replayed response shows the current
 * favorites.
 */
const keptFavourites = (userId: string): Keeping<Favourites> => ({
  shorten: ({ version }) => ({ version, games: [] }),
  complete: (em) => favouritesOf({ em, userId }),
});

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

export const ownedFavourites: OwnedTopic = { topic: 'library.favourites', parts: [chosen] };

const message = 'Your favorites.';

export function favouriteRoutes(serve: Serve): void {
  serve(favouriteCalls.getFavourites, message, returning('favourites', favouritesOf));
  serve(favouriteCalls.chooseFavourites, message, returning('favourites', chooseFavourites));
}
