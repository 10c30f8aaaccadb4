import { randomUUIDv7 } from 'node:crypto';
import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type { PartFigures } from '@nightshelf/contracts/import-parts.ts';
import { importRules, type MergeRule } from '@nightshelf/contracts/import-rules.ts';
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
import { countOf, isAny } from '../sql.ts';
import { planOf, rowsOf } from './rows.ts';
import { sources } from './sources/sources.ts';

const importColumns = `
  id, name, source, options, rule, status, rows, received, done,
  case when match_due_at is not null and status in ('ready', 'running', 'paused', 'done') then (
    select jsonb_build_object('left', p.rows, 'seconds_left', ceil(p.rows / nullif(match_rows_per_second, 0))::int)
    from (select count(*)::int as rows from import_rows r where r.import_id = imports.id and r.match = 'pending') p
    where p.rows > 0) end as matching,
  ${instant('begun_at')} as begun_at,
  ${instant('ended_at')} as ended_at`;

/** Returns the user's imports, newest first. */
export const listImports = (em: EntityManager, userId: string): Promise<VaultImport[]> =>
  em.execute<VaultImport[]>(`select ${importColumns} from imports where user_id = ? order by id desc`, [userId]);

/** @throws CodedError 404 for an unknown import or another user's */
export async function ownImport(em: EntityManager, userId: string, id: string): Promise<VaultImport> {
  const [found] = await em.execute<VaultImport[]>(`select ${importColumns} from imports where user_id = ? and id = ?`, [
    userId,
    id,
  ]);
  if (!found) throw notFound('library.import_not_found', 'Import not found.');
  return found;
}

/**
 * Locks an import until the transaction ends, so that changes to it run one after the other.
 * @throws CodedError 404
 */
export async function holdImport(em: EntityManager, userId: string, id: string): Promise<VaultImport> {
  await em.execute('select 1 from imports where user_id = ? and id = ? for update', [userId, id]);
  return ownImport(em, userId, id);
}

/** Notifies the user's tabs and devices of an import's progress. */
export const tellImport = ({ tell }: Pick<Transaction, 'tell'>, userId: string, id: string) =>
  tell({ to: { user: userId }, event: 'imports', data: { import_id: id } });

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

type NewImport = CallRequest<typeof importCalls.beginImport>['body'];

/** @throws CodedError 409 when the user has the maximum number of imports, 401 for a deleted user */
export function beginImport(work: Change, userId: string, form: NewImport): Promise<VaultImport> {
  return work.transaction(async ({ em, tell }) => {
    // Serializes concurrent requests, so that each one counts the others.
    await em.execute(`select pg_advisory_xact_lock(hashtextextended('imports:' || ?, 0))`, [userId]);
    if (await isErased(em, userId)) throw unauthenticated();
    if ((await countOf(em, 'imports where user_id = ? and not of_sync', [userId])) >= importRules.kept) {
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

type Step = CallRequest<typeof importCalls.stepImport>['body']['step'];

interface Way {
  readonly from: readonly ImportStatus[];
  readonly to: ImportStatus;
  readonly refusal: string;
}

const ways: Readonly<Record<Step, Way>> = {
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
 * @throws CodedError 404 for an import that is not the user's, 409 when the status does not allow the step
 */
export function stepImport(work: Change, userId: string, id: string, step: Step): Promise<VaultImport> {
  return work.transaction(async ({ em, tell }) => {
    const held = await holdImport(em, userId, id);
    const { from, to, refusal } = ways[step];
    if (held.status === to) return held;
    if (!from.includes(held.status)) throw notNow(refusal);
    if (held.status === 'done' && step === 'start') {
      if (!(await isAny(em, 'import_rows where import_id = ? and fate is null', [id]))) throw notNow(refusal);
    }
    await em.execute(
      `update imports set status = ?, done = ?, touched_at = clock_timestamp(),
         ended_at = case when ?::boolean then clock_timestamp() end where id = ?`,
      [to, step === 'undo' ? 0 : held.done, to === 'cancelled', id],
    );
    tellImport({ tell }, userId, id);
    return ownImport(em, userId, id);
  });
}

interface Wanted {
  readonly userId: string;
  readonly id: string;
  /** The statuses that allow the change, and the message for others. */
  readonly from: readonly ImportStatus[];
  readonly refusal: string;
}

/**
 * Changes a locked import and notifies its user's devices.
 * @throws CodedError 404 for an import that is not the user's, 409 when its status forbids the change
 */
export function changeImport<Result extends Json>(
  work: Change,
  { userId, id, from, refusal }: Wanted,
  act: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return work.transaction(async (transaction) => {
    const { status } = await holdImport(transaction.em, userId, id);
    if (!from.includes(status)) throw notNow(refusal);
    const result = await act(transaction);
    tellImport(transaction, userId, id);
    return result;
  });
}

/** @throws CodedError like `changeImport` */
export function chooseRule(work: Change, userId: string, id: string, rule: MergeRule): Promise<VaultImport> {
  const from = ['receiving', 'ready', 'paused', 'done'] as const;
  const refusal = 'The rule cannot be changed in this state of the import.';
  return changeImport(work, { userId, id, from, refusal }, async ({ em }) => {
    await em.execute('update imports set rule = ? where id = ?', [rule, id]);
    return ownImport(em, userId, id);
  });
}

/** @throws CodedError like `changeImport` */
export function removeImport(work: Change, userId: string, id: string): Promise<null> {
  const from = ['receiving', 'ready', 'paused', 'done', 'cancelled', 'undone'] as const;
  const refusal = 'This import is running. Wait until it finishes, or stop it.';
  return changeImport(work, { userId, id, from, refusal }, async ({ em }) => {
    await em.execute('delete from imports where id = ?', [id]);
    return null;
  });
}

/** Page size for rows whose fate has to be computed. */
const part = 1000;

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
    for (let after = 0; ; ) {
      const rows = await rowsOf(em, imported.id, { after, limit: part });
      for (const row of rows) if (row.fate === null) fates[planOf(imported.rule, row).fate] += 1;
      after = rows.at(-1)?.position ?? after;
      if (rows.length < part) break;
    }
  }
  return { ...imported, fates, undone, parts: await partFigures(em, imported.id) };
}

interface Sent<Body> {
  readonly userId: string;
  readonly id: string;
  readonly sent: Body;
}

type SentRows = Sent<CallRequest<typeof importCalls.sendImportRows>['body']>;
type SentParts = Sent<CallRequest<typeof importCalls.sendImportParts>['body']>;

/**
 * Stores received rows; once all have arrived, a job matches them. Ignores rows that were received before.
 * @throws CodedError 404 for an import that is not the user's, 409 when it is complete or the rows exceed its announced
 * number
 */
export function takeRows(work: Change, { userId, id, sent }: SentRows): Promise<VaultImport> {
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

/**
 * Stores the parts of an import until it runs. The client sends them before the last rows.
 * @throws CodedError 404 for an import that is not the user's, 409 when it has all its rows
 */
export function takeParts(work: Change, { userId, id, sent }: SentParts): Promise<VaultImport> {
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

/** Returns how many parts of each kind an import has, and their outcomes. */
const partFigures = (em: EntityManager, id: string): Promise<PartFigures[]> =>
  em.execute<PartFigures[]>(
    `select kind, count(*)::int as "all", count(*) filter (where fate = 'added')::int as added,
       count(*) filter (where fate = 'unchanged')::int as unchanged, count(*) filter (where fate = 'left_out')::int as left_out,
       count(*) filter (where undone = 'undone')::int as undone
     from import_parts where import_id = ? group by kind order by min(position)`,
    [id],
  );

/** Schedules the matching of an import's pending rows. */
export const beginMatching = ({ em }: Pick<Transaction, 'em'>, id: string) =>
  em.execute(
    `update imports set match_due_at = clock_timestamp(), match_failures = 0, match_rows_per_second = null,
       match_answered_at = null where id = ?`,
    [id],
  );
