import { libraryCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import { matches } from '@nightshelf/platform/http/if-none-match.ts';
import type { FastifyInstance } from 'fastify';
import { entityTag } from './entity-tag.ts';
import { libraryState } from './library-state.ts';
import { listChanges } from './list-changes.ts';
import type { ReadyLibraries } from './ready-libraries.ts';

interface Parts {
  readonly work: Work;
  readonly libraries: ReadyLibraries;
}

export function libraryRoutes(app: FastifyInstance, { work, libraries }: Parts): void {
  route(app, libraryCalls.listLibrary, async ({ identity: { userId }, query: { since }, request, reply }) => {
    // What is sent is ready JSON: the contract's serializer would take several times as long as building it.
    reply.type('application/json; charset=utf-8');
    if (since !== undefined) {
      const changes = await listChanges(work.query(), userId, since);
      return reply.header('cache-control', 'private, no-store').send(Buffer.from(changes));
    }
    const state = await libraryState(work.query(), userId);
    const etag = entityTag(userId, state.version);
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();

    const body = await libraries.body(userId, state);
    const { bytes, encoding } = await body.for(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(bytes);
  });
}
