import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { entityTag, haveGamesChanged, knownBy, libraryState } from './library-state.ts';
import { listChanges } from './list-changes.ts';
import type { WholeLibraries } from './whole-libraries.ts';

export function libraryRoutes(app: FastifyInstance, work: Work, libraries: WholeLibraries): void {
  route(app, libraryCalls.listLibrary, async ({ identity: { userId }, query: { since }, request, reply }) => {
    // Sends ready JSON, because the contract's serializer would take several times as long as building it.
    reply.type('application/json; charset=utf-8');
    if (since !== undefined) {
      const changes = await listChanges(work.query(), userId, since);
      return reply.header('cache-control', 'private, no-store').send(Buffer.from(changes));
    }
    const state = await libraryState(work.query(), userId);
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
    const known = knownBy(request.headers['if-none-match'], state);
    if (known && !(await haveGamesChanged(work.query(), userId, known.snapshot))) {
      return reply.header('etag', known.etag).status(304).send();
    }
    const { bytes, encoding, ...sent } = await libraries.open(userId, state, request.headers['accept-encoding']);
    reply.header('etag', entityTag(sent.state));
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(bytes);
  });
}
