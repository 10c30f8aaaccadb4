import { randomUUID } from 'node:crypto';
import type { Work } from '../../database/work.ts';
import type { Progress, Report } from './progress.ts';

/** Lease of one topic's check, renewed while the process lives. */
const claimSeconds = 15;
export const renewMs = 4000;
const retrySeconds = 60;

export interface ClaimedCheck {
  readonly topic: string;
  readonly claim: string;
  /** Whether to publish everything again. */
  readonly rebuild: boolean;
  /** Whether the copies have been verified before. */
  readonly verifiedBefore: boolean;
  /** Progress of an unfinished attempt at the same check. */
  readonly progress: Progress | undefined;
}

/**
 * SQL: whether to continue an earlier attempt. Not after a new request, which may concern data that has been compared
 * already, nor after a day, nor when a release without progress finished it.
 */
const goesOn = `begun_at >= asked_at and begun_at > coalesce(verified_at, '-infinity')
  and greatest(begun_at, claimed_until, finished_at) > clock_timestamp() - interval '1 day'`;

export interface CheckState {
  readonly topic: string;
  /** Whether a process has started the requested check, and whether it is done. */
  readonly taken: boolean;
  readonly done: boolean;
  /** Whether a process is checking now or did so seconds ago, perhaps for an earlier request. */
  readonly claimed: boolean;
  /** Seconds since 1970; null before the first. */
  readonly verifiedAt: number | null;
  readonly report: Report | null;
  /** The error of the last attempt, if it failed. */
  readonly fault: string | null;
}

/**
 * Requests a comparison of topics by a consuming process of the service. Stored in the database, so that the request
 * outlives the process.
 */
export async function requestChecks(work: Work, topics: readonly string[], rebuild = false): Promise<void> {
  await change(
    work,
    `insert into projection_checks as known (topic, rebuild)
     select topic, ? from jsonb_array_elements_text(?::jsonb) as given (topic) order by topic
     on conflict (topic) do update set asked_at = clock_timestamp(), due_at = clock_timestamp(),
       rebuild = known.rebuild or excluded.rebuild`,
    [rebuild, JSON.stringify(topics)],
  );
}

const change = <Row>(work: Work, sql: string, params: readonly unknown[]): Promise<Row[]> =>
  work.transaction(({ em }) => em.execute<Row[]>(sql, [...params]));

/** Uses the database's clock, which all replicas share. */
export class ChecksTable {
  readonly #work: Work;
  readonly #topics: string;

  constructor(work: Work, topics: readonly string[]) {
    this.#work = work;
    this.#topics = JSON.stringify(topics);
  }

  /** Makes copies that were never compared due immediately, because those of a new consumer are empty. */
  async begin(): Promise<void> {
    await change(
      this.#work,
      `insert into projection_checks (topic) select topic from jsonb_array_elements_text(?::jsonb) as given (topic)
       order by topic on conflict do nothing`,
      [this.#topics],
    );
  }

  /** Claims the check that has been due longest, unless another replica has it. */
  async claim(): Promise<ClaimedCheck | undefined> {
    const claim = randomUUID();
    const [row] = await change<ClaimedRow>(
      this.#work,
      `update projection_checks set claim = ?, claimed_at = clock_timestamp(),
         progress = case when ${goesOn} then progress end,
         begun_at = case when ${goesOn} then begun_at else clock_timestamp() end,
         claimed_until = clock_timestamp() + interval '${claimSeconds} seconds'
       where topic = (
         select topic from projection_checks
         where topic in (select jsonb_array_elements_text(?::jsonb)) and due_at <= clock_timestamp()
           and (claimed_until is null or claimed_until <= clock_timestamp())
         order by due_at limit 1 for update skip locked)
       returning topic, rebuild, verified_at is not null as "verifiedBefore", progress`,
      [claim, this.#topics],
    );
    return row && { ...row, claim, progress: row.progress ?? undefined };
  }

  /**
   * Stores progress, so that another process can continue.
   * @throws when another replica has taken the check over
   */
  async advance({ topic, claim }: ClaimedCheck, progress: Progress): Promise<void> {
    await this.#hold({ topic, claim }, 'progress = ?::jsonb', [JSON.stringify(progress)]);
  }

  /** @throws when another replica has taken the check over */
  renew(claimed: ClaimedCheck): Promise<void> {
    return this.#hold(claimed, `claimed_until = clock_timestamp() + interval '${claimSeconds} seconds'`, []);
  }

  async #hold({ topic, claim }: Pick<ClaimedCheck, 'topic' | 'claim'>, set: string, params: unknown[]): Promise<void> {
    const held = await change<unknown>(
      this.#work,
      `update projection_checks set ${set} where topic = ? and claim = ? returning 1`,
      [...params, topic, claim],
    );
    if (held.length === 0) throw new Error(`Another replica compares the copies of ${topic}`);
  }

  /** Schedules the next check between 1 and 5 a.m. UTC, or sooner after a new request or when differences are left. */
  async finish({ topic, claim }: ClaimedCheck, report: Report): Promise<void> {
    await change(
      this.#work,
      `update projection_checks set claim = null, claimed_until = null, finished_at = clock_timestamp(),
         verified_at = clock_timestamp(), report = ?::jsonb, fault = null, progress = null,
         rebuild = rebuild and asked_at > claimed_at,
         due_at = case
           when asked_at > claimed_at then clock_timestamp()
           when ? then clock_timestamp() + interval '1 hour'
           else (date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '1 day 1 hour') at time zone 'UTC'
           + random() * interval '4 hours' end
       where topic = ? and claim = ?`,
      [JSON.stringify(report), report.left > 0, topic, claim],
    );
  }

  /** Schedules a retry: soon, or immediately after a new request. */
  async giveUp({ topic, claim }: ClaimedCheck, fault: string, delaySeconds = retrySeconds): Promise<void> {
    await change(
      this.#work,
      `update projection_checks set claim = null, claimed_until = null, finished_at = clock_timestamp(), fault = ?,
         due_at = clock_timestamp() + case when asked_at > claimed_at then interval '0' else make_interval(secs => ?) end
       where topic = ? and claim = ?`,
      [fault, delaySeconds, topic, claim],
    );
  }

  async states(): Promise<CheckState[]> {
    const rows = await this.#work.query().execute<(Omit<CheckState, 'verifiedAt'> & { verified_at: number | null })[]>(
      `select topic, claimed_at is not null and claimed_at >= asked_at as taken,
         verified_at is not null and claimed_at >= asked_at and verified_at >= claimed_at as done,
         claimed_until is not null and claimed_until > clock_timestamp() as claimed,
         extract(epoch from verified_at)::float8 as verified_at, report,
         case when finished_at >= asked_at then fault end as fault
       from projection_checks where topic in (select jsonb_array_elements_text(?::jsonb)) order by topic`,
      [this.#topics],
    );
    return rows.map(({ verified_at, ...state }) => ({ ...state, verifiedAt: verified_at }));
  }
}

interface ClaimedRow extends Omit<ClaimedCheck, 'claim' | 'progress'> {
  readonly progress: Progress | null;
}
