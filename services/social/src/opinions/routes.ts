import { socialCalls } from '@nightshelf/contracts';
import { type PrivacyNotes, route, type Work } from '@nightshelf/platform';
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
      message: 'What users think of the game.',
      ratings: await ratingsOf(em, guid),
      followed: viewerId === undefined ? null : await followedPlayers(em, notes, { viewerId, guid }),
    };
  });
}
