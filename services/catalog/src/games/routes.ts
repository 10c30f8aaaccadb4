import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { outsideHeader } from '@nightshelf/contracts/headers.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { askerOf } from '../providers/limits/asker.ts';
import { type GetGameParts, getGame } from './get-game.ts';

export function gameRoutes(app: FastifyInstance, parts: GetGameParts): void {
  route(app, catalogCalls.getGame, async ({ params, identity, request, reply }) => {
    const { game, stale, waited } = await getGame(parts, params.guid, askerOf(identity, clientOf(request)));
    if (waited) reply.header(outsideHeader, 'true');
    return { success: true, message: 'Game details.', game, stale };
  });
}
