import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdImport, notNow, ownImport } from '../vault-imports.ts';

interface Sent {
  readonly userId: string;
  readonly id: string;
  readonly sent: CallRequest<typeof importCalls.sendImportParts>['body'];
}

/**
 * Stores the parts of an import until it runs. The client sends them before the last rows.
 * @throws CodedError 404 for an import that is not the user's, 409 when it has all its rows
 */
export function takeParts(work: Change, { userId, id, sent }: Sent): Promise<VaultImport> {
  return work.transaction(async ({ em }) => {
    const held = await holdImport(em, userId, id);
    if (held.status !== 'receiving') throw notNow('This import accepts no more data.');
    const parts = sent.parts.map((part, at) => ({
      position: sent.from + at,
      kind: part.kind,
      ref: 'ref' in part ? part.ref : null,
      given: part,
    }));
    await em.execute(
      `insert into import_parts (import_id, position, kind, ref, given)
       select ?::uuid, position, kind, ref, given
       from jsonb_to_recordset(?::jsonb) as p (position int, kind text, ref text, given jsonb)
       on conflict do nothing`,
      [id, JSON.stringify(parts)],
    );
    await em.execute('update imports set touched_at = clock_timestamp() where id = ?', [id]);
    return ownImport(em, userId, id);
  });
}
