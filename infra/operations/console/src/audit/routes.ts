import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { listActions } from '@nightshelf/platform/operators/audit.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { FastifyInstance } from 'fastify';
import { page, table, timeOf } from '../look/page.ts';

const mostShown = 500;

export function auditRoutes(app: FastifyInstance, redis: RedisClient): void {
  app.get('/audit', async (request, reply) => {
    const deeds = await listActions(redis, mostShown);
    const rows = deeds.map(({ at, ...deed }) => [
      timeOf(at.toISOString()),
      escapeHtml(deed.who),
      escapeHtml(deed.what),
      `<code>${escapeHtml(deed.target)}</code>`,
      escapeHtml(deed.outcome),
    ]);
    const body =
      rows.length === 0 ? '<p>Nothing yet.</p>' : table(['When', 'Who', 'What', 'Whom or which', 'Outcome'], rows);
    const about = `<p class="quiet">The latest ${mostShown}, the newest first. Accounts are named by their ids.</p>`;
    return reply.type('text/html').send(page('Audit trail', about + body, request));
  });
}
