import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { askerOf } from '../providers/limits/asker.ts';
import { listTimes, type TimesParts } from './list-times.ts';

export function timesRoutes(app: FastifyInstance, parts: TimesParts): void {
  route(app, catalogCalls.listTimesToBeat, async ({ query, identity, request }) => ({
    success: true,
    message: 'Times to beat.',
    ...(await listTimes(parts, query.guids, askerOf(identity, clientOf(request)))),
  }));
}
