import { randomUUIDv7 } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Archive, archiveHours, archivesADay } from '@nightshelf/contracts/archives.ts';
import * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError, conflict, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { type Job, Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { idleMs, type Leased, pauseSeconds, postpone, takeDue, whileLeased } from '../leased-rows.ts';
import type { AuthParts } from '../parts.ts';
import { findActiveUser, lockActiveUser } from '../users/user.ts';
import { type ArchiveParts, filesOf, inPiecesOf, zip } from './archive-files.ts';

const tenMinutesMs = 600_000;

/** Prepares one archive at a time. A process that ends releases its archive to another. */
export function archiveJobs(parts: AuthParts): Job[] {
  const { work, logger } = parts;
  const stopping = new AbortController();
  const step = () => prepareArchive({ ...parts, stopping: stopping.signal });
  const preparing = new Worker({ name: 'archives', idleMs, logger, step });
  const stop = () => {
    stopping.abort();
    return preparing.stop();
  };
  const pruning = { name: 'prune-archives', idleMs: tenMinutesMs, logger, step: () => pruneArchives(work) };
  return [{ name: preparing.name, start: () => preparing.start(), stop }, new Worker(pruning)];
}

export function archiveRoutes(app: FastifyInstance, { work }: AuthParts): void {
  route(app, archiveCalls.listArchives, async ({ identity: caller, reply }) => {
    reply.header('cache-control', 'no-store');
    return { success: true, message: 'Your archives.', archives: await listArchives(work.query(), caller.userId) };
  });

  route(app, archiveCalls.requestArchive, async ({ identity: { userId }, intent, request }) => {
    const archive = await work.for(intent).transaction(async ({ em }) => {
      if (!(await lockActiveUser(em, userId))) throw unauthenticated();
      await refuseTooMany(em, userId);
      const [archive] = await em.execute<[Archive]>(
        `insert into archives (id, user_id, asked_at, due_at, expires_at)
         values (?, ?, now(), now(), now() + make_interval(hours => ?)) returning ${shownColumns}`,
        [randomUUIDv7(), userId, givenUpHours],
      );
      await recordActivity(em, { userId, kind: 'archive_asked', client: clientOf(request) });
      return archive;
    });
    return { success: true, message: 'Your archive is being prepared.', archive };
  });

  route(app, archiveCalls.downloadArchive, async ({ identity: caller, params, reply }) => {
    const archives = await listArchives(work.query(), caller.userId);
    const archive = archives.find(({ id, ready_at }) => id === params.id && ready_at !== null);
    if (!archive) throw notFound('auth.archive_not_found', 'Archive not found. It may have been deleted.');
    reply.headers({
      'cache-control': 'no-store',
      'content-length': String(archive.bytes),
      'content-disposition': `attachment; filename="nightshelf-${archive.asked_at.slice(0, 10)}.zip"`,
    });
    return reply.type('application/zip').send(Readable.from(chunksOf(work, archive.id)));
  });
}

const shownColumns = `id, bytes::float8 as bytes, ${['asked_at', 'ready_at', 'expires_at'].map(instantColumn)}`;

const listArchives = (em: EntityManager, userId: string): Promise<Archive[]> =>
  em.execute<Archive[]>(
    `select ${shownColumns} from archives where user_id = ? and expires_at > now() order by id desc`,
    [userId],
  );

/** An archive that cannot be prepared expires after this time. */
const givenUpHours = archiveHours * 2;

/** @throws CodedError 409 while one is being prepared, 429 after too many in a day */
async function refuseTooMany(em: EntityManager, userId: string): Promise<void> {
  const [recent] = await em.execute<{ preparing: boolean; of_late: number }[]>(
    `select coalesce(bool_or(ready_at is null), false) as preparing,
            count(*) filter (where asked_at > now() - interval '1 day')::int as of_late
     from archives where user_id = ?`,
    [userId],
  );
  if (recent?.preparing) throw conflict('auth.archive_in_preparation', 'Your archive is already being prepared.');
  if (!recent || recent.of_late < archivesADay) return;
  const message = `You can download your data ${archivesADay} times a day.`;
  throw new CodedError(429, 'auth.too_many_archives', message, { headers: { 'retry-after': '3600' } });
}

/** Yields the archive's bytes, one row at a time. */
async function* chunksOf(work: Work, archiveId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const [chunk] = await work.query().execute<{ content: Buffer }[]>(
      `select content from archive_chunks c join archives a on a.id = c.archive_id and a.attempts = c.attempt
       where a.id = ? and c.position = ?`,
      [archiveId, position],
    );
    if (!chunk) return;
    yield chunk.content;
  }
}

/** Deletes expired archives, including those never completed. @returns false, because one pass deletes all */
async function pruneArchives(work: Work): Promise<boolean> {
  await work.transaction(({ em }) => em.execute('delete from archives where expires_at <= now()'));
  return false;
}

interface DueArchive extends Leased {
  readonly user_id: string;
}

const chunkBytes = 65_536;

/** Larger than any archive can be. */
const mostBytes = 512 * 1024 * 1024;

/** After the first failure; doubles with each further one. */
const retrySeconds = 5;

/** Prepares the next due archive, or postpones it when a service is unavailable. @returns whether there was one */
async function prepareArchive(parts: ArchiveParts): Promise<boolean> {
  const { work, logger, stopping } = parts;
  const archive = await takeArchive(work);
  if (!archive) return false;
  try {
    await whileLeased(work, 'archives', archive, () => write(parts, archive));
  } catch (error) {
    if (stopping.aborted) {
      await postpone(work, 'archives', archive, 0);
      return false;
    }
    logger.warn({ err: error, archive: archive.id, attempts: archive.attempts }, 'An archive could not be prepared');
    await postpone(work, 'archives', archive, pauseSeconds(retrySeconds, archive));
  }
  return true;
}

/** Takes the archive that is due longest and discards its chunks. */
const takeArchive = (work: Work): Promise<DueArchive | undefined> =>
  work.transaction(async ({ em }) => {
    const due = await takeDue<DueArchive>(em, 'archives', { condition: 'ready_at is null', columns: 'user_id' });
    if (due) await em.execute('delete from archive_chunks where archive_id = ?', [due.id]);
    return due;
  });

/** Stores the archive, available for download until it expires. */
async function write(parts: ArchiveParts, { id, user_id, attempts }: DueArchive): Promise<void> {
  const { work, stopping } = parts;
  const user = await findActiveUser(work.query(), user_id);
  // The archive expires by itself.
  if (!user) throw new Error('The account was closed');
  let position = 0;
  let bytes = 0;
  for await (const chunk of inPiecesOf(chunkBytes, zip(await filesOf(parts, user)))) {
    stopping.throwIfAborted();
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('The archive is too large');
    const kept = await work.transaction(({ em }) =>
      em.execute<object[]>(
        `insert into archive_chunks (archive_id, attempt, position, content)
         select id, attempts, ?, decode(?, 'base64') from archives where id = ? and attempts = ? returning 1`,
        [position, chunk.toString('base64'), id, attempts],
      ),
    );
    if (kept.length === 0) throw new Error('The archive is prepared elsewhere or no longer wanted');
    position += 1;
  }
  await work.transaction(({ em }) =>
    em.execute(
      `update archives set ready_at = now(), expires_at = now() + make_interval(hours => ?), bytes = ?
       where id = ? and attempts = ? and ready_at is null`,
      [archiveHours, bytes, id, attempts],
    ),
  );
}
