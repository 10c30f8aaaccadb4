import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formOf } from '../access/form.ts';
import type { Audit } from '../audit/audit.ts';
import { csrfField, page, table, timeOf } from '../look/page.ts';
import type { ServiceDatabases, ShownLetters } from './service-databases.ts';

function letterTable({ letters, away }: ShownLetters, request: Pick<FastifyRequest, 'operator'>): string {
  const missing = away.map((name) => `<p>The database of ${escapeHtml(name)} does not respond.</p>`).join('');
  if (letters.length === 0) return missing || '<p>No dead letters.</p>';
  const rows = letters.map((letter) => {
    const { putAsideAt, topic, consumer, eventId, reason, attempts, error, original } = letter;
    const event = `<details><summary>Event ${escapeHtml(eventId || 'without id')}</summary><pre>${escapeHtml(original.value)}</pre></details>`;
    return [
      timeOf(putAsideAt.toISOString()),
      escapeHtml(topic),
      escapeHtml(consumer),
      String(attempts),
      `${escapeHtml(reason)}: ${escapeHtml(error)}${event}`,
      `<form method="post" action="/dead-letters/replay">${csrfField(request)}
<input type="hidden" name="database" value="${escapeHtml(letter.database)}">
<input type="hidden" name="letter" value="${escapeHtml(letter.id)}"><button>Replay</button></form>`,
    ];
  });
  return `${missing}<p class="quiet">The service replays a dead letter within seconds; one that remains here failed again.</p>
${table(['Set aside', 'Topic', 'Consumer', 'Attempts', 'Why', ''], rows)}`;
}

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
    if (!form.success) return reply.code(422).send({ message: 'The form names no dead letter.' });
    const { database, letter } = form.data;
    const isThere = await databases.replay(database, letter);
    const outcome = isThere ? 'done' : 'no such dead letter';
    await audit(request, { what: 'replay dead letter', target: `${database} ${letter}`, outcome });
    if (!isThere) return reply.code(404).send({ message: 'There is no such dead letter.' });
    return reply.redirect('/dead-letters', 303);
  });
}
