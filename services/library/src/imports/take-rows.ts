import type { CallRequest, importCalls, VaultImport } from '@nightshelf/contracts';
import type { Change } from '@nightshelf/platform';
import { matchRows } from './match.ts';
import { sources } from './sources/sources.ts';
import { holdImport, notNow, ownImport } from './vault-imports.ts';

interface Sent {
  readonly userId: string;
  readonly id: string;
  readonly sent: CallRequest<typeof importCalls.sendImportRows>['body'];
}

/**
 * Reads rows of an import, matches them with games and keeps both. Rows that are there already stay as they are.
 * @throws CodedError 404 for an import that is not the user's, 409 when it has all its rows, and for rows that it was not to have
 */
export function takeRows(work: Change, { userId, id, sent }: Sent): Promise<VaultImport> {
  return work.transaction(async ({ em }) => {
    const held = await holdImport(em, userId, id);
    if (sent.from + sent.rows.length - 1 > held.rows) {
      throw notNow(`This import was to have ${held.rows} rows.`);
    }
    if (held.status !== 'receiving') {
      if (held.status === 'ready') return held;
      throw notNow('This import takes no more rows.');
    }
    const read = sent.rows.map((cells) => sources[held.source](cells, held.options));
    const matches = await matchRows(
      em,
      userId,
      read.map(({ given }) => given),
    );
    const rows = read.map(({ given, problems }, at) => {
      const { by_others = false, ...match } = matches[at] ?? { match: 'none', guid: null, alternatives: [] };
      return { position: sent.from + at, given, problems, ...match, by_others };
    });
    const kept = await em.execute<object[]>(
      `insert into import_rows (import_id, position, given, problems, match, guid, alternatives, by_others)
       select ?::uuid, position, given, problems, match, guid, alternatives, by_others
       from jsonb_to_recordset(?::jsonb)
         as r (position int, given jsonb, problems jsonb, match text, guid text, alternatives jsonb,
           by_others boolean)
       on conflict do nothing returning 1`,
      [id, JSON.stringify(rows)],
    );
    await em.execute(
      `update imports set received = received + ?::int, touched_at = clock_timestamp(),
         status = case when received + ?::int = rows then 'ready' else status end where id = ?`,
      [kept.length, kept.length, id],
    );
    return ownImport(em, userId, id);
  });
}
