import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import { isUnsafe } from '../access/guard.ts';
import type { Audit } from '../audit/audit.ts';
import { places } from '../look/page.ts';

/** Serves Bull Board, whose client sends the session's token by itself: axios reads the cookie XSRF-TOKEN. */
export async function jobBoard(app: FastifyInstance, queues: readonly Queue[], audit: Audit): Promise<void> {
  const board = new FastifyAdapter();
  board.setBasePath('/queues');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: board,
    options: {
      uiConfig: {
        boardTitle: 'Nightshelf console',
        miscLinks: places.filter(({ url }) => url !== '/queues'),
      },
    },
  });
  await app.register(async (jobs) => {
    jobs.addHook('onResponse', async (request, { statusCode }) => {
      if (!isUnsafe(request) || !request.operator) return;
      const target = request.url.replace(/^\/queues\/api\//, '');
      const outcome = statusCode < 400 ? 'done' : `refused with ${statusCode}`;
      await audit(request, { what: `${request.method} jobs`, target, outcome });
    });
    // Removes external fonts, which our policy blocks.
    jobs.addHook('onSend', async (_, reply, payload) =>
      typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
        ? payload.replace(/<link href="https:[^>]*>/g, '')
        : payload,
    );
    await jobs.register(board.registerPlugin(), { prefix: '/queues' });
  });
}
