import { randomUUIDv7 } from 'node:crypto';
import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';
import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import { conflict, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { ownImport, tellImport } from './vault-imports.ts';

type NewImport = CallRequest<typeof importCalls.beginImport>['body'];

/** @throws CodedError 409 when the user has the maximum number of imports, 401 for a deleted user */
export function beginImport(work: Change, userId: string, form: NewImport): Promise<VaultImport> {
  return work.transaction(async ({ em, tell }) => {
    // Serializes concurrent requests, so that each one counts the others.
    await em.execute(`select pg_advisory_xact_lock(hashtextextended('imports:' || ?, 0))`, [userId]);
    const [had] = await em.execute<{ imports: number; erased: boolean }[]>(
      `select count(*)::int as imports, exists (select from erased_users where user_id = ?) as erased
       from imports where user_id = ? and not of_sync`,
      [userId, userId],
    );
    if (had?.erased) throw unauthenticated();
    if ((had?.imports ?? 0) >= importRules.kept) {
      throw conflict('library.too_many_imports', `You have ${importRules.kept} imports. Remove one to start another.`);
    }
    const id = randomUUIDv7();
    await em.execute(
      `insert into imports (id, user_id, name, source, options, rule, status, rows, begun_at, touched_at)
       values (?, ?, ?, ?, ?::jsonb, 'fill_empty', 'receiving', ?, clock_timestamp(), clock_timestamp())`,
      [id, userId, form.name, form.source, JSON.stringify(form.options), form.rows],
    );
    tellImport({ tell }, userId, id);
    return ownImport(em, userId, id);
  });
}
