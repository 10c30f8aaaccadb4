import { randomUUID } from 'node:crypto';
import type { Work } from '../../database/work.ts';
import type { Progress, Report } from './progress.ts';

/** A process has the check of one topic for this long at a time, and then longer while it lives. */
const claimSeconds = 15;
export const renewMs = 4000;
/** Between two attempts at a check that could not be made. */
const retrySeconds = 60;

export interface ClaimedCheck {
  readonly topic: string;
  readonly claim: string;
  /** Whether everything is to be published again. */
  readonly rebuild: boolean;
  /** Whether the copies have been verified before. */
  readonly verifiedBefore: boolean;
  /** How far an attempt at the same check had come that was not finished. */
  readonly progress: Progress | undefined;
}

/**
 * Whether an attempt that was begun before is gone on with. Not where somebody has asked since: it may be on account of
 * what has been compared already. Nor where it was left for a day, or finished by a release that knows of none.
 */
const goesOn = `begun_at >= asked_at and begun_at > coalesce(verified_at, '-infinity')
  and greatest(begun_at, claimed_until, finished_at) > clock_timestamp() - interval '1 day'`;

export interface CheckState {
  readonly topic: string;
  /** Whether what was asked for has been taken up; whether it is done. */
  readonly taken: boolean;
  readonly done: boolean;
  /** Whether a process is at it, or was within some seconds: perhaps still at what was asked for before. */
  readonly claimed: boolean;
  /** Seconds since 1970; null before the first. */
  readonly verifiedAt: number | null;
  readonly report: Report | null;
  /** Why the last attempt at it came to nothing. */
  readonly fault: string | null;
}

/**
 * Has the copies of some topics compared as soon as a process of the service that consumes can. Kept in the database: it
 * is not forgotten when that process dies.
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

/** Every decision on time is by the clock of the database, which all replicas share. */
export class ChecksTable {
  readonly #work: Work;
  readonly #topics: string;

  constructor(work: Work, topics: readonly string[]) {
    this.#work = work;
    this.#topics = JSON.stringify(topics);
  }

  /** Copies that have never been compared are due at once: those of a new consumer are empty. */
  async begin(): Promise<void> {
    await change(
      this.#work,
      `insert into projection_checks (topic) select topic from jsonb_array_elements_text(?::jsonb) as given (topic)
       order by topic on conflict do nothing`,
      [this.#topics],
    );
  }

  /** Takes the longest due check in hand, unless another replica has it. */
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

  /** Remembers how far it has come, for whoever takes it over. @throws when another replica has */
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

  /** The next check is in the night, some time from 1 to 5 by UTC; sooner, where somebody asked or something is left. */
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

  /** To be tried again soon; at once, where somebody has asked meanwhile. */
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
