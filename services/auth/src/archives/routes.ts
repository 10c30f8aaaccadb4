import { Readable } from 'node:stream';
import * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { type Job, Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { AuthSettings } from '../config.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { listArchives, pruneArchives, requestArchive } from './archives-table.ts';
import { type ArchiveParts, prepareArchive } from './prepare-archive.ts';

interface Given extends Foundation<AuthSettings> {
  readonly sessions: BrowserSessions;
}

export function composeArchives({ work, sessions, settings, logger }: Given): ServicePart {
  const { LIBRARY_URL: libraryUrl, SOCIAL_URL: socialUrl, IDENTITY_SECRET: identitySecret } = settings;
  const parts = { work, sessions, libraryUrl, socialUrl, identitySecret, logger };
  const archives = prepareArchives(parts);
  return {
    routes: (app) => archiveRoutes(app, { work, onAsked: () => archives.wake() }),
    jobs: [archives, pruneArchivesOften(parts)],
  };
}

interface Parts {
  readonly work: Work;
  readonly onAsked: () => void;
}

function archiveRoutes(app: FastifyInstance, { work, onAsked }: Parts): void {
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

/** In milliseconds. The longest wait for an archive that another replica accepted. */
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
