import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isFromHere } from './access.ts';
import { deadLetterTable, page } from './pages.ts';
import type { ServiceDatabases } from './service-databases.ts';

const replayForm = z.object({
  database: z.string().min(1).max(100),
  letter: z.string().regex(/^\d{1,19}$/),
});

/** What consumers had to put aside: shown, and handed back to them. */
export function deadLetterPages(app: FastifyInstance, databases: ServiceDatabases): void {
  app.get('/dead-letters', async (_, reply) => {
    return reply.type('text/html').send(page('Dead letters', deadLetterTable(await databases.list())));
  });

  app.post('/dead-letters/replay', async (request, reply) => {
    if (!isFromHere(request.headers)) return reply.code(403).send({ message: 'Not from another site.' });
    const form = replayForm.safeParse(Object.fromEntries(new URLSearchParams(String(request.body))));
    if (!form.success) return reply.code(422).send({ message: 'No dead letter is named.' });
    const { database, letter } = form.data;
    if (!(await databases.replay(database, letter))) {
      return reply.code(404).send({ message: 'There is no such dead letter.' });
    }
    return reply.redirect('/dead-letters', 303);
  });
}
