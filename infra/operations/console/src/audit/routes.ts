import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { listActions } from '@nightshelf/platform/operators/audit.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { FastifyInstance } from 'fastify';
import { page, table, timeOf } from '../look/page.ts';

const mostShown = 500;

export function auditRoutes(app: FastifyInstance, redis: RedisClient): void {
  app.get('/audit', async (request, reply) => {
    const actions = await listActions(redis, mostShown);
    const rows = actions.map(({ at, who, what, target, outcome }) => [
      timeOf(at.toISOString()),
      escapeHtml(who),
      escapeHtml(what),
      `<code>${escapeHtml(target)}</code>`,
      escapeHtml(outcome),
    ]);
    const body = rows.length === 0 ? '<p>Nothing yet.</p>' : table(['When', 'Who', 'What', 'Target', 'Outcome'], rows);
    const about = `<p class="quiet">The latest ${mostShown}, newest first. Accounts are shown by id only.</p>`;
    return reply.type('text/html').send(page('Audit trail', about + body, request));
  });
}
