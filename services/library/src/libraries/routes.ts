import { libraryCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import { matches } from '@nightshelf/platform/http/if-none-match.ts';
import type { FastifyInstance } from 'fastify';
import { entityTag } from './entity-tag.ts';
import { libraryVersion } from './library-version.ts';
import type { ReadyLibraries } from './ready-libraries.ts';

interface Parts {
  readonly work: Work;
  readonly libraries: ReadyLibraries;
}

export function libraryRoutes(app: FastifyInstance, { work, libraries }: Parts): void {
  route(app, libraryCalls.listLibrary, async ({ identity: { userId }, request, reply }) => {
    const version = await libraryVersion(work.query(), userId);
    const etag = entityTag(userId, version);
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();

    const body = await libraries.body(userId, version);
    const { bytes, encoding } = await body.for(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    // Bytes are sent as they are: the contract's serializer would take several times as long as building them.
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}
