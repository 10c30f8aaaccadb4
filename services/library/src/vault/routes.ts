import { libraryCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import { matches } from '@nightshelf/platform/http/if-none-match.ts';
import type { FastifyInstance } from 'fastify';
import { entityTag } from './entity-tag.ts';
import { libraryVersion } from './library-version.ts';
import type { Vaults } from './vaults.ts';

interface Parts {
  readonly work: Work;
  readonly vaults: Vaults;
}

export function vaultRoutes(app: FastifyInstance, { work, vaults }: Parts): void {
  route(app, libraryCalls.listLibrary, async ({ identity: { userId }, request, reply }) => {
    const version = await libraryVersion(work.read(), userId);
    const etag = entityTag(userId, version);
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();

    const body = await vaults.body(userId, version);
    const { bytes, encoding } = await body.for(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    // Bytes pass by the contract's serializer, which would take several times as long as building them.
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}
