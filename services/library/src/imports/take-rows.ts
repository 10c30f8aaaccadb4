import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { beginMatching } from './matching/match-import.ts';
import { sources } from './sources/sources.ts';
import { holdImport, notNow, ownImport, tellImport } from './vault-imports.ts';

interface Sent {
  readonly userId: string;
  readonly id: string;
  readonly sent: CallRequest<typeof importCalls.sendImportRows>['body'];
}

/**
 * Stores received rows; once all have arrived, a job matches them. Ignores rows that were received before.
 * @throws CodedError 404 for an import that is not the user's, 409 when it is complete or the rows exceed its announced
 * number
 */
export function takeRows(work: Change, { userId, id, sent }: Sent): Promise<VaultImport> {
  return work.transaction(async ({ em, tell }) => {
    const held = await holdImport(em, userId, id);
    if (sent.from + sent.rows.length - 1 > held.rows) {
      throw notNow(`This import was announced with ${held.rows} rows.`);
    }
    if (held.status !== 'receiving') {
      if (held.status === 'ready') return held;
      throw notNow('This import accepts no more rows.');
    }
    const read = sent.rows.map((cells) => sources[held.source](cells, held.options));
    const rows = read.map(({ given, problems }, at) => {
      const isNamed = given.title !== null || given.guid !== null;
      return { position: sent.from + at, given, problems, match: isNamed ? 'pending' : 'none' };
    });
    const kept = await em.execute<object[]>(
      `insert into import_rows (import_id, position, given, problems, match, alternatives)
       select ?::uuid, position, given, problems, match, '[]'
       from jsonb_to_recordset(?::jsonb) as r (position int, given jsonb, problems jsonb, match text)
       on conflict do nothing returning 1`,
      [id, JSON.stringify(rows)],
    );
    await em.execute(
      `update imports set received = received + ?::int, touched_at = clock_timestamp(),
         status = case when received + ?::int = rows then 'ready' else status end where id = ?`,
      [kept.length, kept.length, id],
    );
    const now = await ownImport(em, userId, id);
    if (now.status !== 'ready') return now;
    await beginMatching({ em }, id);
    tellImport({ tell }, userId, id);
    return ownImport(em, userId, id);
  });
}
