import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { FastifyInstance } from 'fastify';
import { followedPlayers } from './followed-players.ts';
import { ratingsOf } from './ratings.ts';

export function opinionRoutes(
  app: FastifyInstance,
  { work, notes }: { readonly work: Work; readonly notes: PrivacyNotes },
): void {
  route(app, socialCalls.getGameOpinions, async ({ identity, params: { guid } }) => {
    const em = work.query();
    const viewerId = identity?.userId;
    return {
      success: true as const,
      message: 'Opinions on the game.',
      ratings: await ratingsOf(em, guid),
      followed: viewerId === undefined ? null : await followedPlayers(em, notes, { viewerId, guid }),
    };
  });
}
