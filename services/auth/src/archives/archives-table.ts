import { randomUUIDv7 } from 'node:crypto';
import { type Archive, archiveHours, archivesADay } from '@nightshelf/contracts/archives.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError, conflict, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { lockActiveUser } from '../users/find-user.ts';

export interface DueArchive {
  readonly id: string;
  readonly user_id: string;
  /** Number of attempts, including this one. Chunks of earlier attempts are ignored. */
  readonly attempts: number;
}

/** In seconds. Another process takes over the archive after this long without a renewal. */
const leaseSeconds = 30;
/** In milliseconds, between renewals. */
export const renewMs = 5000;

/** The columns of an Archive. */
const shownColumns = `id, bytes::float8 as bytes, ${['asked_at', 'ready_at', 'expires_at'].map(instantColumn)}`;

export const listArchives = (em: EntityManager, userId: string): Promise<Archive[]> =>
  em.execute<Archive[]>(
    `select ${shownColumns} from archives where user_id = ? and expires_at > now() order by id desc`,
    [userId],
  );

/** Takes the archive that is due longest and discards its chunks; other replicas skip it until the lease ends. */
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

/** Renews the lease, or postpones a failed archive. Does nothing when another process has taken it. */
export const putOff = (work: Work, { id, attempts }: DueArchive, seconds = leaseSeconds): Promise<unknown> =>
  work.transaction(({ em }) =>
    em.execute(
      'update archives set due_at = now() + make_interval(secs => ?) where id = ? and attempts = ? and ready_at is null',
      [seconds, id, attempts],
    ),
  );

/** @throws when another process has taken the archive */
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

/** Makes the archive available for download until it expires. */
export const finish = (work: Work, { id, attempts }: DueArchive, bytes: number): Promise<unknown> =>
  work.transaction(({ em }) =>
    em.execute(
      `update archives set ready_at = now(), expires_at = now() + make_interval(hours => ?), bytes = ?
       where id = ? and attempts = ? and ready_at is null`,
      [archiveHours, bytes, id, attempts],
    ),
  );

/** Deletes expired archives, including those never completed. @returns false, because one pass deletes all */
export async function pruneArchives(work: Work): Promise<boolean> {
  await work.transaction(({ em }) => em.execute('delete from archives where expires_at <= now()'));
  return false;
}

/** In hours. An archive that cannot be prepared expires after this time. */
const givenUpHours = 48;

/** @throws CodedError 409 while one is being prepared, 429 after too many in a day */
export async function requestArchive(
  work: Change,
  { userId, client }: { readonly userId: string; readonly client: Client },
): Promise<Archive> {
  return work.transaction(async ({ em }) => {
    if (!(await lockActiveUser(em, userId))) throw unauthenticated();
    const [asked] = await em.execute<{ preparing: boolean; of_late: number }[]>(
      `select coalesce(bool_or(ready_at is null), false) as preparing,
              count(*) filter (where asked_at > now() - interval '1 day')::int as of_late
       from archives where user_id = ?`,
      [userId],
    );
    if (asked?.preparing) throw conflict('auth.archive_in_preparation', 'Your archive is already being prepared.');
    if (asked && asked.of_late >= archivesADay) throw tooMany();
    const [archive] = await em.execute<[Archive]>(
      `insert into archives (id, user_id, asked_at, due_at, expires_at)
       values (?, ?, now(), now(), now() + make_interval(hours => ?)) returning ${shownColumns}`,
      [randomUUIDv7(), userId, givenUpHours],
    );
    await recordActivity(em, { userId, kind: 'archive_asked', client });
    return archive;
  });
}

const tooMany = () =>
  new CodedError(429, 'auth.too_many_archives', `You can download your data ${archivesADay} times a day.`, {
    headers: { 'retry-after': '3600' },
  });
