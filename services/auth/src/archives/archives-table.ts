import type { Archive } from '@nightshelf/contracts/archives.ts';
import { archiveHours } from '@nightshelf/contracts/archives.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { instantColumn } from '../activity/instant-column.ts';

export interface DueArchive {
  readonly id: string;
  readonly user_id: string;
  /** How often it was begun, this time included: what an earlier time is still writing counts for nothing. */
  readonly attempts: number;
}

/** After this long without a sign of life of the process that prepares an archive, another begins it again, in seconds. */
const leaseSeconds = 30;
/** Between signs of life, in milliseconds. */
export const renewMs = 5000;

/** The columns of an archive as its user sees it. */
export const shownColumns = `id, bytes::float8 as bytes, ${['asked_at', 'ready_at', 'expires_at'].map(instantColumn)}`;

export const listArchives = (em: EntityManager, userId: string): Promise<Archive[]> =>
  em.execute<Archive[]>(
    `select ${shownColumns} from archives where user_id = ? and expires_at > now() order by id desc`,
    [userId],
  );

/** Takes the archive that is due longest, to be prepared from its beginning; other replicas leave it alone meanwhile. */
export const takeArchive = (work: Work): Promise<DueArchive | undefined> =>
  work.transaction(async ({ em }) => {
    const [due] = await em.execute<DueArchive[]>(
      `update archives set attempts = attempts + 1, due_at = now() + make_interval(secs => ?)
       where id = (select id from archives where ready_at is null and due_at <= now() order by due_at limit 1
                   for update skip locked)
       returning id, user_id, attempts`,
      [leaseSeconds],
    );
    if (due) await em.execute('delete from archive_chunks where archive_id = ?', [due.id]);
    return due;
  });

/** A sign of life, or with another time the put-off of one that failed. Nothing when another process has taken it. */
export const putOff = (work: Work, { id, attempts }: DueArchive, seconds = leaseSeconds): Promise<unknown> =>
  work.transaction(({ em }) =>
    em.execute(
      'update archives set due_at = now() + make_interval(secs => ?) where id = ? and attempts = ? and ready_at is null',
      [seconds, id, attempts],
    ),
  );

/** @throws when another process has taken the archive meanwhile */
export async function keepChunk(work: Work, archive: DueArchive, position: number, content: Buffer): Promise<void> {
  const kept = await work.transaction(({ em }) =>
    em.execute<object[]>(
      `insert into archive_chunks (archive_id, attempt, position, content)
       select id, attempts, ?, decode(?, 'base64') from archives where id = ? and attempts = ? returning 1`,
      [position, content.toString('base64'), archive.id, archive.attempts],
    ),
  );
  if (kept.length === 0) throw new Error('The archive is prepared elsewhere or no longer wanted');
}

/** From now on it can be fetched, for a day. */
export const finish = (work: Work, { id, attempts }: DueArchive, bytes: number): Promise<unknown> =>
  work.transaction(({ em }) =>
    em.execute(
      `update archives set ready_at = now(), expires_at = now() + make_interval(hours => ?), bytes = ?
       where id = ? and attempts = ? and ready_at is null`,
      [archiveHours, bytes, id, attempts],
    ),
  );

/** Deletes what can no longer be fetched, and what could not be prepared for two days. @returns false: that was all */
export async function pruneArchives(work: Work): Promise<boolean> {
  await work.transaction(({ em }) => em.execute('delete from archives where expires_at <= now()'));
  return false;
}
