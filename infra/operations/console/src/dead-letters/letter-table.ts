import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { FastifyRequest } from 'fastify';
import { csrfField, table, timeOf } from '../look/page.ts';
import type { ShownLetters } from './service-databases.ts';

export function letterTable({ letters, away }: ShownLetters, request: Pick<FastifyRequest, 'operator'>): string {
  const missing = away.map((name) => `<p>The database of ${escapeHtml(name)} does not answer.</p>`).join('');
  if (letters.length === 0) return missing || '<p>None: every event could be handled.</p>';
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
  return `${missing}<p class="quiet">A service replays its own within seconds; what then is still here has failed again.</p>
${table(['Put aside', 'Topic', 'Consumer', 'Attempts', 'Why', ''], rows)}`;
}
