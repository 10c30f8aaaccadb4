import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { tokenScopeMissing } from '@nightshelf/platform/api-tokens/refuse-token.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { matches } from '@nightshelf/platform/http/if-none-match.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { FastifyInstance } from 'fastify';
import { Pages } from './pages.ts';
import { findProfile } from './profile.ts';

export function profileRoutes(
  app: FastifyInstance,
  { work, notes }: { readonly work: Work; readonly notes: PrivacyNotes },
): void {
  const pages = new Pages();
  route(app, socialCalls.getUser, async ({ identity, params, request, reply }) => {
    // A token may read only its own user's library.
    if (identity.scopes && params.id !== identity.userId) throw tokenScopeMissing(undefined);
    const em = work.query();
    const profile = await findProfile(em, notes, identity.userId, params.id);
    reply.headers({ etag: profile.etag, 'cache-control': 'private, no-cache' });
    // Open pages ask again whenever they may have missed an update, and usually nothing has changed.
    if (matches(request.headers['if-none-match'], profile.etag)) return reply.status(304).send();

    // Sends the bytes unchanged, because the contract's serializer takes several times as long as building them.
    return reply.type('application/json; charset=utf-8').send(await pages.json(em, profile));
  });
}
