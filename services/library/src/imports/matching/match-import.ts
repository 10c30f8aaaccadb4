import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { isAny } from '../../sql.ts';
import { type Candidates, findCandidates, type ImportParts } from '../ask-catalog.ts';
import { notifyOfImport } from '../imports.ts';
import { candidateRow, matchRows, noMatch } from './match-rows.ts';

/**
 * Rows per request by `lookup`: the catalog's maximum for stored games, fewer for providers, so that users see progress.
 */
const rowsAtOnce = [500, 250] as const;

const isDue = `match_due_at <= clock_timestamp() and status in ('ready', 'running', 'paused', 'done')`;

/** Delays after consecutive failures; after `mostFailures`, only the stored games decide. */
const retrySeconds = [2, 5, 15, 60, 300] as const;
const mostFailures = 5;

interface Due {
  readonly id: string;
  readonly user_id: string;
  readonly failures: number;
}

interface PendingRow {
  readonly position: number;
  readonly given: ImportedFields;
  readonly lookup: 0 | 1;
}

/**
 * Matches the next pending rows of an import: first all rows against the stored games, then the rest with the
 * providers, at the providers' rate limit. Two processes that match the same rows store the same result.
 * @returns whether there may be more to do now
 */
export async function matchImport(parts: ImportParts, id: string, stopping: AbortSignal): Promise<boolean> {
  const { work } = parts;
  const [due] = await work
    .query()
    .execute<Due[]>(`select id, user_id, match_failures as failures from imports where id = ? and ${isDue}`, [id]);
  if (!due) return false;
  try {
    const rows = await nextRows(work.query(), id);
    const askProvider = rows[0]?.lookup === 1;
    const wanted = rows.map(({ given }) => candidateRow(given));
    const answer =
      wanted.length > 0
        ? await findCandidates(parts, due.user_id, wanted, { askProvider, stopping })
        : { rows: [], retry_after_seconds: null };
    return await keep(work, due, rows, { answer, askProvider });
  } catch (fault) {
    // It is still due, so another process continues.
    if (stopping.aborted) return false;
    await putOff(work, due);
    throw fault;
  }
}

export const waitingToMatch = `select id from imports where ${isDue} order by match_due_at limit 20`;

/** Returns rows of one lookup stage only. */
async function nextRows(em: EntityManager, id: string): Promise<PendingRow[]> {
  const rows = await em.execute<PendingRow[]>(
    `select position, given, lookup from import_rows where import_id = ? and match = 'pending'
     order by lookup, position limit ?`,
    [id, rowsAtOnce[0]],
  );
  const stage = rows[0]?.lookup ?? 0;
  return rows.filter(({ lookup }) => lookup === stage).slice(0, rowsAtOnce[stage]);
}

interface Answered {
  readonly answer: Pick<Candidates, 'rows' | 'retry_after_seconds'>;
  readonly askProvider: boolean;
}

/** Stores the decided rows, moves the others to the provider stage, and schedules the next run. */
async function keep(work: Work, due: Due, rows: readonly PendingRow[], { answer, askProvider }: Answered) {
  const { id, user_id } = due;
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    const given = rows.map((row) => row.given);
    const matches = await matchRows(em, user_id, given, answer.rows);
    const isUnanswered = askProvider && answer.retry_after_seconds === null && answer.rows.some(({ asked }) => !asked);
    const failures = isUnanswered ? due.failures + 1 : 0;
    const isGivenUp = failures >= mostFailures;
    const decided = rows.flatMap(({ position }, at): object[] => {
      const { isAsked, ...match } = matches[at] ?? { isAsked: true, ...noMatch };
      if (isAsked || isGivenUp) return [{ position, ...match }];
      return askProvider ? [] : [{ position, ...noMatch, match: 'pending' }];
    });
    await em.execute(
      `update import_rows r set match = d.match, guid = d.guid, alternatives = d.alternatives, lookup = 1
       from jsonb_to_recordset(?::jsonb) as d (position int, match text, guid text, alternatives jsonb)
       where r.import_id = ? and r.position = d.position and r.match = 'pending'`,
      [JSON.stringify(decided), id],
    );
    const isLeft = await isAny(em, `import_rows where import_id = ? and match = 'pending'`, [id]);
    const seconds = isUnanswered ? retryAfter(failures) : (answer.retry_after_seconds ?? 0);
    await em.execute(
      `update imports set match_failures = ?,
         match_due_at = case when ? then clock_timestamp() + make_interval(secs => ?) end,
         match_rows_per_second = case when ? then coalesce((match_rows_per_second + speed) / 2, speed, match_rows_per_second) end,
         match_answered_at = clock_timestamp()
       from (select ?::real / greatest(0.1, extract(epoch from clock_timestamp() - match_answered_at)) as speed
         from imports where id = ?) now where id = ?`,
      [failures, isLeft, seconds, askProvider, decided.length, id, id],
    );
    notifyOfImport(transaction, user_id, id);
    return isLeft && seconds === 0;
  });
}

const retryAfter = (failures: number) => retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? 1;

/** Reschedules when the catalog is unreachable; it stays below `mostFailures`, because the catalog will return. */
const putOff = (work: Work, { id, failures }: Due) =>
  work.transaction(({ em }) =>
    em.execute(
      `update imports set match_failures = least(match_failures + 1, ${mostFailures - 1}),
         match_due_at = clock_timestamp() + make_interval(secs => ?) where id = ?`,
      [retryAfter(failures + 1), id],
    ),
  );
