import { Readable } from 'node:stream';
import * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { type Job, Worker, whileRenewing } from '@nightshelf/platform/jobs/worker.ts';
import type { ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { AuthParts } from '../parts.ts';
import { findActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import { type ServiceParts, serviceFiles } from './archive-files.ts';
import {
  type DueArchive,
  finish,
  keepChunk,
  listArchives,
  pruneArchives,
  putOff,
  renewMs,
  requestArchive,
  takeArchive,
} from './archives-table.ts';
import { type ArchiveFile, inPiecesOf, jsonFile, listFile, tableFile, zip } from './files.ts';
import { accountOf, activityOf, followsOf, readme } from './own-data.ts';

export function composeArchives({ work, sessions, settings, logger }: AuthParts): ServicePart {
  const { LIBRARY_URL: libraryUrl, SOCIAL_URL: socialUrl, IDENTITY_SECRET: identitySecret } = settings;
  const parts = { work, sessions, libraryUrl, socialUrl, identitySecret, logger };
  const archives = prepareArchives(parts);
  return {
    routes: (app) => archiveRoutes(app, { work, onAsked: () => archives.wake() }),
    jobs: [archives, pruneArchivesOften(parts)],
  };
}

function archiveRoutes(app: FastifyInstance, { work, onAsked }: { work: Work; onAsked: () => void }): void {
  route(app, archiveCalls.listArchives, async ({ identity: caller, reply }) => {
    reply.header('cache-control', 'no-store');
    return { success: true, message: 'Your archives.', archives: await listArchives(work.query(), caller.userId) };
  });

  route(app, archiveCalls.requestArchive, async ({ identity: caller, intent, request }) => {
    const asked = { userId: caller.userId, client: clientOf(request) };
    const archive = await requestArchive(work.for(intent), asked);
    onAsked();
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

/** In milliseconds. The first wait for an archive that another replica accepted; it grows to five seconds while idle. */
const idleMs = 1000;

const tenMinutesMs = 600_000;

/** Prepares one archive at a time. A process that ends releases its archive to another. */
function prepareArchives(parts: Omit<ArchiveParts, 'stopping'>): Job & { wake(): void } {
  const stopping = new AbortController();
  const step = () => prepareArchive({ ...parts, stopping: stopping.signal });
  const worker = new Worker({ name: 'archives', idleMs, logger: parts.logger, step });
  return {
    name: worker.name,
    start: () => worker.start(),
    wake: () => worker.wake(),
    stop: () => {
      stopping.abort();
      return worker.stop();
    },
  };
}

const pruneArchivesOften = ({ work, logger }: Pick<ArchiveParts, 'work' | 'logger'>) =>
  new Worker({ name: 'prune-archives', idleMs: tenMinutesMs, logger, step: () => pruneArchives(work) });

type ArchiveParts = ServiceParts & Pick<AuthParts, 'work' | 'sessions' | 'logger'>;

const chunkBytes = 65_536;

/** Larger than any archive can be. */
const mostBytes = 512 * 1024 * 1024;

/** In seconds after the first failure; doubles with each further one. */
const retrySeconds = 5;
const longestPauseSeconds = 300;

/** Prepares the next due archive, or postpones it when a service is unavailable. @returns whether there was one */
async function prepareArchive(parts: ArchiveParts): Promise<boolean> {
  const { work, logger, stopping } = parts;
  const archive = await takeArchive(work);
  if (!archive) return false;
  try {
    await whileRenewing(
      () => putOff(work, archive),
      renewMs,
      () => write(parts, archive),
    );
  } catch (error) {
    if (stopping.aborted) {
      await putOff(work, archive, 0);
      return false;
    }
    logger.warn({ err: error, archive: archive.id, attempts: archive.attempts }, 'An archive could not be prepared');
    await putOff(work, archive, Math.min(retrySeconds * 2 ** (archive.attempts - 1), longestPauseSeconds));
  }
  return true;
}

async function write(parts: ArchiveParts, archive: DueArchive): Promise<void> {
  const { work, stopping } = parts;
  const user = await findActiveUser(work.query(), archive.user_id);
  // The archive expires by itself.
  if (!user) throw new Error('The account was closed');
  let position = 0;
  let bytes = 0;
  for await (const chunk of inPiecesOf(chunkBytes, zip(await filesOf(parts, user)))) {
    stopping.throwIfAborted();
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('The archive is too large');
    await keepChunk(work, archive, position++, chunk);
  }
  await finish(work, archive, bytes);
}

async function filesOf(parts: ArchiveParts, user: User): Promise<ArchiveFile[]> {
  const em = parts.work.query();
  const { social, library } = await serviceFiles(parts, { userId: user.id, username: user.username });
  return [
    { name: 'README.txt', content: [readme(user.username, new Date())] },
    jsonFile('account', await accountOf(em, parts.sessions, user)),
    listFile('activity', activityOf(em, user.id)),
    tableFile('activity', 'at kind detail device address', activityOf(em, user.id)),
    listFile('follows', followsOf(em, user.id)),
    tableFile('follows', 'relation username', followsOf(em, user.id)),
    ...social,
    ...library,
  ];
}
