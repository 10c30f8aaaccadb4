import { randomUUIDv7 } from 'node:crypto';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { PartFigures } from '@nightshelf/contracts/import-parts.ts';
import { importRules } from '@nightshelf/contracts/import-rules.ts';
import {
  type ImportFigures,
  type ImportStatus,
  type RowFate,
  type RowUndone,
  rowFate,
  rowUndone,
  type VaultImport,
} from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { conflict, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change, Json } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { Reader, RequestOf } from '../serve.ts';
import { countOf, isAny } from '../sql.ts';
import { allRows, planOf, type RowKept } from './rows.ts';
import { sources } from './sources/sources.ts';

const importColumns = `
  id, name, source, options, rule, status, rows, received, done,
  case when match_due_at is not null and status in ('ready', 'running', 'paused', 'done') then (
    select jsonb_build_object('left', p.rows, 'seconds_left', ceil(p.rows / nullif(match_rows_per_second, 0))::int)
    from (select count(*)::int as rows from import_rows r where r.import_id = imports.id and r.match = 'pending') p
    where p.rows > 0) end as matching,
  ${instant('begun_at')} as begun_at,
  ${instant('ended_at')} as ended_at`;

export const listImports = ({ em, userId }: Reader): Promise<VaultImport[]> =>
  em.execute<VaultImport[]>(`select ${importColumns} from imports where user_id = ? order by id desc`, [userId]);

export async function ownImport(em: EntityManager, userId: string, id: string): Promise<VaultImport> {
  const [found] = await em.execute<VaultImport[]>(`select ${importColumns} from imports where user_id = ? and id = ?`, [
    userId,
    id,
  ]);
  if (!found) throw notFound('library.import_not_found', 'Import not found.');
  return found;
}

/** An import that a job processes. */
export interface DueImport extends Pick<VaultImport, 'id' | 'rule' | 'options' | 'status'> {
  readonly user_id: string;
}

/** Locks an import until the transaction ends, so that changes to it run one after the other. @throws CodedError 404 */
async function holdImport(em: EntityManager, userId: string, id: string): Promise<VaultImport> {
  await em.execute('select 1 from imports where user_id = ? and id = ? for update', [userId, id]);
  return ownImport(em, userId, id);
}

/** Notifies the user's tabs and devices of an import's progress. */
export const notifyOfImport = ({ notifyClients }: Pick<Transaction, 'notifyClients'>, userId: string, id: string) =>
  notifyClients({ to: { user: userId }, event: 'imports', data: { import_id: id } });

export const notNow = (message: string) => conflict('library.import_step', message);

/** Deletes a batch of expired imports of all users. @returns whether there may be more */
export async function pruneImports(em: EntityManager): Promise<boolean> {
  const gone = await em.execute<object[]>(
    `delete from imports where id in (
       select id from imports where begun_at < clock_timestamp() - make_interval(days => ?)
       order by begun_at limit 10 for update skip locked) returning 1`,
    [importRules.days],
  );
  return gone.length === 10;
}

interface NewImport extends Pick<VaultImport, 'name' | 'source' | 'options' | 'rule' | 'status' | 'rows'> {
  readonly userId: string;
  readonly isOfSync: boolean;
}

/** @returns the id */
export async function insertImport(em: EntityManager, { userId, isOfSync, ...form }: NewImport): Promise<string> {
  const id = randomUUIDv7();
  const { name, source, options, rule, status, rows } = form;
  await em.execute(
    `insert into imports (id, user_id, name, source, options, rule, status, rows, begun_at, touched_at, of_sync)
     values (?, ?, ?, ?, ?::jsonb, ?, ?, ?, clock_timestamp(), clock_timestamp(), ?)`,
    [id, userId, name, source, JSON.stringify(options), rule, status, rows, isOfSync],
  );
  return id;
}

type NewRow = Pick<RowKept, 'position' | 'given' | 'problems' | 'match' | 'guid' | 'alternatives' | 'expects'>;

/** Stores rows of an import, except those that it has already; with its last row, the import is ready. */
export async function insertRows(em: EntityManager, id: string, rows: readonly NewRow[]): Promise<void> {
  const kept = await em.execute<object[]>(
    `insert into import_rows (import_id, position, given, problems, match, guid, alternatives, expects)
     select ?::uuid, position, given, problems, match, guid, alternatives, expects
     from jsonb_to_recordset(?::jsonb)
       as r (position int, given jsonb, problems jsonb, match text, guid text, alternatives jsonb, expects jsonb)
     on conflict do nothing returning 1`,
    [id, JSON.stringify(rows)],
  );
  await em.execute(
    `update imports set received = received + ?::int, touched_at = clock_timestamp(),
       status = case when status = 'receiving' and received + ?::int = rows then 'ready' else status end where id = ?`,
    [kept.length, kept.length, id],
  );
}

export const beginImport = ({ userId, body, change }: RequestOf<typeof importCalls.beginImport>) =>
  change.transaction(async ({ em, notifyClients }) => {
    // Serializes concurrent requests, so that each one counts the others.
    await em.execute(`select pg_advisory_xact_lock(hashtextextended('imports:' || ?, 0))`, [userId]);
    if (await isErased(em, userId)) throw unauthenticated();
    if ((await countOf(em, 'imports where user_id = ? and not of_sync', [userId])) >= importRules.kept) {
      throw conflict('library.too_many_imports', `You have ${importRules.kept} imports. Remove one to start another.`);
    }
    const start = { rule: 'fill_empty', status: 'receiving', isOfSync: false } as const;
    const id = await insertImport(em, { userId, ...body, ...start });
    notifyOfImport({ notifyClients }, userId, id);
    return ownImport(em, userId, id);
  });

interface ImportRequest {
  readonly userId: string;
  readonly params: { readonly id: string };
  readonly change: Change;
}

interface Allowed {
  /** The statuses that allow the change, and the message for others. */
  readonly from: readonly ImportStatus[];
  readonly refusal: string;
}

/**
 * Changes a locked import and notifies its user's devices.
 * @throws CodedError 404 for an import that is not the user's, 409 when its status forbids the change
 */
export const changeImport = <Result extends Json>(
  { userId, params: { id }, change }: ImportRequest,
  { from, refusal }: Allowed,
  act: (transaction: Transaction, held: VaultImport) => Promise<Result>,
): Promise<Result> =>
  change.transaction(async (transaction) => {
    const held = await holdImport(transaction.em, userId, id);
    if (!from.includes(held.status)) throw notNow(refusal);
    const result = await act(transaction, held);
    notifyOfImport(transaction, userId, id);
    return result;
  });

type StepRequest = RequestOf<typeof importCalls.stepImport>;

const ways: Readonly<Record<StepRequest['body']['step'], Allowed & { readonly to: ImportStatus }>> = {
  start: { from: ['ready', 'paused', 'done'], to: 'running', refusal: 'This import cannot be started.' },
  pause: { from: ['running'], to: 'paused', refusal: 'This import is not running.' },
  cancel: {
    from: ['receiving', 'ready', 'running', 'paused'],
    to: 'cancelled',
    refusal: 'This import is already finished.',
  },
  undo: { from: ['done', 'cancelled', 'paused'], to: 'undoing', refusal: 'There is nothing to undo.' },
};

/**
 * Moves an import to its next status; repeating a step does nothing.
 * @throws CodedError like `changeImport`
 */
export function stepImport(request: StepRequest): Promise<VaultImport> {
  const { userId, params, body } = request;
  const { from, to, refusal } = ways[body.step];
  return changeImport(request, { from: [...from, to], refusal }, async ({ em }, held) => {
    if (held.status === to) return held;
    if (held.status === 'done' && body.step === 'start') {
      if (!(await isAny(em, 'import_rows where import_id = ? and fate is null', [held.id]))) throw notNow(refusal);
    }
    await em.execute(
      `update imports set status = ?, done = ?, touched_at = clock_timestamp(),
         ended_at = case when ?::boolean then clock_timestamp() end where id = ?`,
      [to, body.step === 'undo' ? 0 : held.done, to === 'cancelled', held.id],
    );
    return ownImport(em, userId, params.id);
  });
}

const ruleChange: Allowed = {
  from: ['receiving', 'ready', 'paused', 'done'],
  refusal: 'The rule cannot be changed in this state of the import.',
};

export const chooseRule = (request: RequestOf<typeof importCalls.chooseImportRule>): Promise<VaultImport> =>
  changeImport(request, ruleChange, async ({ em }, { id }) => {
    await em.execute('update imports set rule = ? where id = ?', [request.body.rule, id]);
    return ownImport(em, request.userId, id);
  });

const removal: Allowed = {
  from: ['receiving', 'ready', 'paused', 'done', 'cancelled', 'undone'],
  refusal: 'This import is running. Wait until it finishes, or stop it.',
};

export const removeImport = (request: RequestOf<typeof importCalls.removeImport>): Promise<null> =>
  changeImport(request, removal, async ({ em }, { id }) => {
    await em.execute('delete from imports where id = ?', [id]);
    return null;
  });

const zero = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/** Adds how many rows have each fate. Rows without one count with their planned fate, except while the import runs. */
export async function withFigures(em: EntityManager, imported: VaultImport): Promise<ImportFigures> {
  const fates = zero(rowFate.options);
  const undone = zero(rowUndone.options);
  const counted = await em.execute<{ fate: RowFate | null; undone: RowUndone | null; rows: number }[]>(
    'select fate, undone, count(*)::int as rows from import_rows where import_id = ? group by fate, undone',
    [imported.id],
  );
  for (const { fate, undone: made, rows } of counted) {
    if (fate) fates[fate] += rows;
    if (made) undone[made] += rows;
  }
  if (imported.status !== 'running' && counted.some(({ fate }) => fate === null)) {
    for await (const rows of allRows(em, imported.id)) {
      for (const row of rows) if (row.fate === null) fates[planOf(imported.rule, row).fate] += 1;
    }
  }
  return { ...imported, fates, undone, parts: await partFigures(em, imported.id) };
}

/** Stores received rows; once all have arrived, a job matches them. Ignores rows that were received before. */
export const takeRows = ({ userId, params: { id }, body, change }: RequestOf<typeof importCalls.sendImportRows>) =>
  change.transaction(async ({ em, notifyClients }) => {
    const held = await holdImport(em, userId, id);
    if (body.from + body.rows.length - 1 > held.rows) {
      throw notNow(`This import was announced with ${held.rows} rows.`);
    }
    if (held.status === 'ready') return held;
    if (held.status !== 'receiving') throw notNow('This import accepts no more rows.');
    const rows = body.rows.map((cells, at): NewRow => {
      const { given, problems } = sources[held.source](cells, held.options);
      const match = given.title !== null || given.guid !== null ? 'pending' : 'none';
      return { position: body.from + at, given, problems, match, guid: null, alternatives: [], expects: null };
    });
    await insertRows(em, id, rows);
    const now = await ownImport(em, userId, id);
    if (now.status !== 'ready') return now;
    await beginMatching(em, id);
    notifyOfImport({ notifyClients }, userId, id);
    return ownImport(em, userId, id);
  });

/** Stores the parts of an import until it runs. The client sends them before the last rows. */
export const takeParts = ({ userId, params: { id }, body, change }: RequestOf<typeof importCalls.sendImportParts>) =>
  change.transaction(async ({ em }) => {
    const held = await holdImport(em, userId, id);
    if (held.status !== 'receiving') throw notNow('This import accepts no more data.');
    const parts = body.parts.map((given, at) => ({ position: body.from + at, given }));
    await em.execute(
      `insert into import_parts (import_id, position, kind, ref, given)
       select ?::uuid, position, given ->> 'kind', given ->> 'ref', given
       from jsonb_to_recordset(?::jsonb) as p (position int, given jsonb)
       on conflict do nothing`,
      [id, JSON.stringify(parts)],
    );
    await em.execute('update imports set touched_at = clock_timestamp() where id = ?', [id]);
    return ownImport(em, userId, id);
  });

const partFigures = (em: EntityManager, id: string): Promise<PartFigures[]> =>
  em.execute<PartFigures[]>(
    `select kind, count(*)::int as "all", count(*) filter (where fate = 'added')::int as added,
       count(*) filter (where fate = 'unchanged')::int as unchanged, count(*) filter (where fate = 'left_out')::int as left_out,
       count(*) filter (where undone = 'undone')::int as undone
     from import_parts where import_id = ? group by kind order by min(position)`,
    [id],
  );

/** Schedules the matching of an import's pending rows. */
export const beginMatching = (em: EntityManager, id: string) =>
  em.execute(
    `update imports set match_due_at = clock_timestamp(), match_failures = 0, match_rows_per_second = null,
       match_answered_at = null where id = ?`,
    [id],
  );
