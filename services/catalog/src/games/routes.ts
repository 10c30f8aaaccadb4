import { catalogCalls } from '@nightshelf/contracts';
import { route } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { type GetGameParts, getGame } from './get-game.ts';

export function gameRoutes(app: FastifyInstance, parts: GetGameParts): void {
  route(app, catalogCalls.getGame, async ({ params }) => ({
    success: true,
    message: 'This is what is known of the game.',
    ...(await getGame(parts, params.guid)),
  }));
}
