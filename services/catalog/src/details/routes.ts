import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { askerOf } from '../providers/limits/asker.ts';
import { type DetailsParts, getGameDetails } from './get-game-details.ts';

export function detailsRoutes(app: FastifyInstance, parts: DetailsParts): void {
  route(app, catalogCalls.getGameDetails, async ({ params, identity, request }) => {
    const { colours, ...answer } = await getGameDetails(parts, params.guid, askerOf(identity, clientOf(request)));
    return { success: true, message: 'More details.', ...answer, colours: [...colours] };
  });
}
