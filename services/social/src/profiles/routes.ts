import { socialCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { profileJson } from './profile.ts';

export function profileRoutes(app: FastifyInstance, work: Work): void {
  route(app, socialCalls.getUser, async ({ identity, params, reply }) => {
    const json = await profileJson(work.read(), identity.userId, params.id);
    // Bytes pass by the contract's serializer, which would take several times as long as building them.
    return reply
      .headers({ 'cache-control': 'private, no-cache' })
      .type('application/json; charset=utf-8')
      .send(Buffer.from(json));
  });
}
