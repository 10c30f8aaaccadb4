import { topics } from '@nightshelf/contracts';
import type { EventBus } from '@nightshelf/platform';
import { listDeadLetters } from '@nightshelf/platform/events/dead-letters/list-dead-letters.ts';
import {
  NoSuchDeadLetterError,
  replayDeadLetters,
} from '@nightshelf/platform/events/dead-letters/replay-dead-letters.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isFromHere } from './access.ts';
import { deadLetterTable, page } from './pages.ts';

const replayForm = z.object({
  topic: z.enum(Object.keys(topics) as [string, ...string[]]),
  event: z.string().min(1).max(100),
});

/** What consumers had to put aside: shown, and published again. */
export function deadLetterPages(app: FastifyInstance, bus: EventBus): void {
  app.get('/dead-letters', async (_, reply) => {
    const letters = await listDeadLetters(bus);
    return reply.type('text/html').send(page('Dead letters', deadLetterTable(letters)));
  });

  app.post('/dead-letters/replay', async (request, reply) => {
    if (!isFromHere(request.headers)) return reply.code(403).send({ message: 'Not from another site.' });
    const form = replayForm.safeParse(Object.fromEntries(new URLSearchParams(String(request.body))));
    if (!form.success) return reply.code(422).send({ message: 'There is no such topic, or no event is named.' });
    const { topic, event } = form.data;
    try {
      await replayDeadLetters(bus, topic, event);
    } catch (error) {
      if (!(error instanceof NoSuchDeadLetterError)) throw error;
      return reply.code(404).send({ message: 'There is no such dead letter.' });
    }
    return reply.redirect('/dead-letters', 303);
  });
}
