import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formOf } from '../access/form.ts';
import type { Audit } from '../audit/audit.ts';
import { page } from '../look/page.ts';
import { letterTable } from './letter-table.ts';
import type { ServiceDatabases } from './service-databases.ts';

const replayForm = z.object({
  database: z.string().min(1).max(100),
  letter: z.string().regex(/^\d{1,19}$/),
});

/** Lists dead letters and returns them to their consumers. */
export function deadLetterRoutes(app: FastifyInstance, databases: ServiceDatabases, audit: Audit): void {
  app.get('/dead-letters', async (request, reply) => {
    return reply.type('text/html').send(page('Dead letters', letterTable(await databases.list(), request), request));
  });

  app.post('/dead-letters/replay', async (request, reply) => {
    const form = replayForm.safeParse(Object.fromEntries(formOf(request)));
    if (!form.success) return reply.code(422).send({ message: 'No dead letter is named.' });
    const { database, letter } = form.data;
    const isThere = await databases.replay(database, letter);
    const outcome = isThere ? 'done' : 'no such dead letter';
    await audit(request, { what: 'replay dead letter', target: `${database} ${letter}`, outcome });
    if (!isThere) return reply.code(404).send({ message: 'There is no such dead letter.' });
    return reply.redirect('/dead-letters', 303);
  });
}
