import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { ChosenGame, ImportRow } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { newOwnGuid, refuseTooManyOwn } from '../own-games/own-summary.ts';
import type { Fields, ReadOf, RequestOf } from '../serve.ts';
import { pageOf } from '../sql.ts';
import { beginMatching, changeImport, notNow, ownImport } from './imports.ts';
import { presentRows, rowsOf } from './rows.ts';

const refusal = 'Rows cannot be changed in this state of the import.';
const changeable = { from: ['ready', 'paused', 'done'], refusal } as const;

/** Counts processed rows as waiting for the next start of the import. */
const reopen = (em: EntityManager, id: string, rows: readonly { readonly is_done: boolean }[]) =>
  em.execute('update imports set done = done - ?::int where id = ?', [
    rows.filter(({ is_done }) => is_done).length,
    id,
  ]);

/**
 * Assigns a game to a row, or makes it a game of the user's own, and remembers it for other rows of that name. A row
 * that was processed without a result waits for the next start of the import.
 */
export function matchRow(request: RequestOf<typeof importCalls.matchImportRow>): Promise<null> {
  const { userId, params, body } = request;
  const { id, position } = params;
  return changeImport(request, { from: ['receiving', ...changeable.from], refusal }, async ({ em }) => {
    const [before] = await rowsOf(em, id, { after: 0, limit: 1, position });
    if (!before) throw noSuchRow();
    if (before.fate === 'added' || before.fate === 'changed') throw notNow('This row was already imported.');
    if ('own' in body) await refuseTooManyOwn(em, userId, 1);
    const guid = 'own' in body ? newOwnGuid() : body.guid;
    await em.execute(`update import_rows set guid = ?, match = ?, fate = null where import_id = ? and position = ?`, [
      ...[guid, guid === null ? 'left_out' : 'chosen', id, position],
    ]);
    if (before.fate !== null) {
      await reopen(em, id, [{ is_done: true }]);
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
    return null;
  });
}

export async function readRow({ em, userId, params }: ReadOf<typeof importCalls.matchImportRow>): Promise<ImportRow> {
  const { id, position } = params;
  const manner = await ownImport(em, userId, id);
  const [row] = await presentRows(em, userId, manner, await rowsOf(em, id, { after: 0, limit: 1, position }));
  if (!row) throw noSuchRow();
  return row;
}

const noSuchRow = () => notFound('library.import_not_found', 'Row not found.');

/**
 * Marks every unmatched row to become a game of the user's own. Rows of one title become one game.
 * @returns the number of rows
 */
export function addUnmatchedRows(request: RequestOf<typeof importCalls.addUnmatchedRows>): Promise<number> {
  const { userId, params } = request;
  const { id } = params;
  return changeImport(request, changeable, async ({ em }) => {
    const rows = await em.execute<{ position: number; key: string; is_done: boolean }[]>(
      `select position, title_key(given ->> 'title') as key, fate is not null as is_done from import_rows
       where import_id = ? and match = 'none' and guid is null and given ->> 'title' is not null
         and (fate is null or fate = 'unmatched') order by position`,
      [id],
    );
    const guids = new Map<string, string>();
    const changed = rows.map(({ position, key, is_done }) => {
      const name = key === '' ? String(position) : key;
      const guid = guids.get(name) ?? newOwnGuid();
      guids.set(name, guid);
      return { position, guid, is_done };
    });
    await refuseTooManyOwn(em, userId, guids.size);
    await em.execute(
      `update import_rows r set guid = c.guid, match = 'chosen', fate = null
       from jsonb_to_recordset(?::jsonb) as c (position int, guid text) where r.import_id = ? and r.position = c.position`,
      [JSON.stringify(changed), id],
    );
    await reopen(em, id, changed);
    return changed.length;
  });
}

type Page = Fields<typeof importCalls.listChosenGames>;

/** Returns a page of the games that a user chose for names. The cursor is a digest, since names may be long. */
export async function listChoices({ em, userId, query }: ReadOf<typeof importCalls.listChosenGames>): Promise<Page> {
  const { after = '', limit } = query;
  const rows = await em.execute<(ChosenGame & { readonly digest: string })[]>(
    `select title_key as name, guid, md5(title_key) as digest from chosen_games
     where user_id = ? and md5(title_key) > ? collate "C" order by md5(title_key) collate "C" limit ?`,
    [userId, after, limit + 1],
  );
  const { page, next } = pageOf(rows, limit, ({ digest }) => digest);
  return { choices: page.map(({ name, guid }) => ({ name, guid })), next };
}

/**
 * Queues rows without a game for matching again, since more games may be known now. Processed rows wait for the next
 * start of the import.
 * @returns the number of rows
 */
export function lookUpAgain(request: RequestOf<typeof importCalls.rematchImportRows>): Promise<number> {
  const { id } = request.params;
  return changeImport(request, changeable, async ({ em }) => {
    const rows = await em.execute<{ is_done: boolean }[]>(
      `with before as (
         select position, fate from import_rows where import_id = ? and match = 'none'
           and (given ->> 'title' is not null or given ->> 'guid' is not null) for update)
       update import_rows r set match = 'pending', lookup = 0, fate = null from before b
       where r.import_id = ? and r.position = b.position returning b.fate is not null as is_done`,
      [id, id],
    );
    if (rows.length === 0) return 0;
    await reopen(em, id, rows);
    await beginMatching(em, id);
    return rows.length;
  });
}
