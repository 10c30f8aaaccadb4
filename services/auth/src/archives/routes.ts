import { Readable } from 'node:stream';
import * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { listArchives } from './archives-table.ts';
import { requestArchive } from './request-archive.ts';

interface Parts {
  readonly work: Work;
  readonly onAsked: () => void;
}

export function archiveRoutes(app: FastifyInstance, { work, onAsked }: Parts): void {
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
