import type { ImportRow } from '@nightshelf/contracts';
import { type Change, type EntityManager, notFound } from '@nightshelf/platform';
import { presentRows, rowsOf } from './rows.ts';
import { holdImport, notNow, ownImport, tellImport } from './vault-imports.ts';

interface Chosen {
  readonly userId: string;
  readonly id: string;
  readonly position: number;
  /** Null: the row is left out. */
  readonly guid: string | null;
}

/**
 * Has a row mean a game, and remembers it for other rows of that name; what several people choose for a name is offered to others.
 * A row that came to nothing when the import ran waits from then on for its next start.
 * @throws CodedError 404 for a row that is not the user's, 409 for one whose game was imported, and while the import goes on
 */
export function matchRow(work: Change, { userId, id, position, guid }: Chosen): Promise<null> {
  return work.transaction(async ({ em, tell }) => {
    const { status } = await holdImport(em, userId, id);
    if (!['receiving', 'ready', 'paused', 'done'].includes(status)) throw notNow('Rows cannot be changed now.');
    const [before] = await rowsOf(em, id, { after: 0, limit: 1, position });
    if (!before) throw noSuchRow();
    if (before.fate === 'added' || before.fate === 'changed') throw notNow('This row was imported already.');
    await em.execute(
      `update import_rows set guid = ?, match = ?, by_others = false, fate = null where import_id = ? and position = ?`,
      [guid, guid === null ? 'left_out' : 'chosen', id, position],
    );
    if (before.fate !== null) {
      await em.execute('update imports set done = done - 1 where id = ?', [id]);
      await em.execute(
        `update import_parts set fate = null where import_id = ? and fate = 'left_out' and given ->> 'guid' = ?`,
        [id, before.given.guid],
      );
    }
    if (before.given.title !== null) {
      await em.execute(
        `insert into chosen_games (user_id, title_key, guid) select ?, title_key(?), ? where title_key(?) <> ''
         on conflict (user_id, title_key) do update set guid = excluded.guid`,
        [userId, before.given.title, guid, before.given.title],
      );
    }
    tellImport({ tell }, userId, id);
    return null;
  });
}

/** @throws CodedError 404 for a row that is not the user's */
export async function readRow(em: EntityManager, userId: string, id: string, position: number): Promise<ImportRow> {
  const { rule } = await ownImport(em, userId, id);
  const [row] = await presentRows(em, userId, rule, await rowsOf(em, id, { after: 0, limit: 1, position }));
  if (!row) throw noSuchRow();
  return row;
}

const noSuchRow = () => notFound('library.import_not_found', 'This row is not there.');
