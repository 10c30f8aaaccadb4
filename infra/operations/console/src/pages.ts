import { createDatabase } from '@nightshelf/platform/database/database.ts';
import { listDeadLetters, requestReplay } from '@nightshelf/platform/events/dead-letters/dead-letters.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { listActions } from '@nightshelf/platform/operators/audit.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Audit } from './access.ts';

/** Rows of a page; of dead letters, those of each service. */
const mostShown = 500;

type ServiceDatabases = Awaited<ReturnType<typeof openServiceDatabases>>;

/**
 * Opens the databases of the services, which are named after them, for their dead letters. Connects on first use, so
 * that one unreachable database does not block the others.
 */
export async function openServiceDatabases(urls: readonly string[], logger: Logger) {
  const open = async (url: string) => {
    const registry = createRegistry('console');
    const orm = await createDatabase({ url, pool: 2, entities: [], migrations: [], logger, registry });
    return { name: new URL(url).pathname.slice(1), orm };
  };
  const databases = await Promise.all(urls.map(open));
  return {
    /** Returns dead letters, and the names of the databases that are unreachable. */
    async list() {
      const away: string[] = [];
      const lists = databases.map(async ({ name, orm }) => {
        try {
          const letters = await listDeadLetters(orm.em.fork(), { limit: mostShown });
          return letters.map((letter) => ({ ...letter, database: name }));
        } catch (error) {
          logger.warn({ err: error, database: name }, 'A database does not respond');
          away.push(name);
          return [];
        }
      });
      return { letters: (await Promise.all(lists)).flat(), away };
    },

    /**
     * Requests a replay, which the service does within seconds.
     * @returns false when the database or the dead letter does not exist
     */
    async replay(name: string, id: string): Promise<boolean> {
      const database = databases.find((one) => one.name === name);
      return database ? requestReplay(database.orm.em.fork(), id) : false;
    },

    async close(): Promise<void> {
      await Promise.all(databases.map(({ orm }) => orm.close(true)));
    },
  };
}

export const links = [
  { text: 'Jobs', url: '/queues' },
  { text: 'Dead letters', url: '/dead-letters' },
  { text: 'Audit trail', url: '/audit' },
];

const replayForm = z.object({ database: z.string().min(1).max(100), letter: z.string().regex(/^\d{1,19}$/) });

/** Lists dead letters, returns them to their consumers, and shows the audit trail. */
export function addPages(app: FastifyInstance, databases: ServiceDatabases, redis: RedisClient, audit: Audit): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get('/dead-letters', async (_, reply) => {
    const { letters, away } = await databases.list();
    const rows = letters.map(({ database, id, original, ...letter }) => [
      timeOf(letter.putAsideAt),
      escapeHtml(letter.topic),
      escapeHtml(letter.consumer),
      String(letter.attempts),
      `${escapeHtml(`${letter.reason}: ${letter.error}`)}
<details><summary>Event ${escapeHtml(letter.eventId || 'without id')}</summary><pre>${escapeHtml(original.value)}</pre></details>`,
      `<form method="post" action="/dead-letters/replay"><input type="hidden" name="database" value="${escapeHtml(database)}">
<input type="hidden" name="letter" value="${escapeHtml(id)}"><button>Replay</button></form>`,
    ]);
    const notes = [
      ...away.map((name) => `The database of ${name} does not respond.`),
      'The service replays a dead letter within seconds; one that remains here failed again.',
    ];
    sendTable(reply, 'Dead letters', notes, ['Set aside', 'Topic', 'Consumer', 'Attempts', 'Why', ''], rows);
    return reply;
  });

  app.post('/dead-letters/replay', async (request, reply) => {
    const form = replayForm.safeParse(request.body);
    if (!form.success) return reply.code(422).send({ message: 'The form names no dead letter.' });
    const { database, letter } = form.data;
    const isThere = await databases.replay(database, letter);
    const outcome = isThere ? 'done' : 'no such dead letter';
    await audit(request, { what: 'replay dead letter', target: `${database} ${letter}`, outcome });
    if (!isThere) return reply.code(404).send({ message: 'There is no such dead letter.' });
    return reply.redirect('/dead-letters', 303);
  });

  app.get('/audit', async (_, reply) => {
    const actions = await listActions(redis, mostShown);
    const rows = actions.map(({ at, ...texts }) => [
      timeOf(at),
      ...[texts.who, texts.what, texts.target, texts.outcome].map(escapeHtml),
    ]);
    const note = `The latest ${mostShown}, newest first. Accounts are shown by id only.`;
    sendTable(reply, 'Audit trail', [note], ['When', 'Who', 'What', 'Target', 'Outcome'], rows);
    return reply;
  });
}

/** @param rows cells as HTML */
function sendTable(
  reply: FastifyReply,
  title: string,
  notes: readonly string[],
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const nav = links.map(
    ({ text, url }) => `<a href="${url}"${text === title ? ' aria-current="page"' : ''}>${text}</a>`,
  );
  const head = titles.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  void reply.type('text/html').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Nightshelf console</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/console.css">
</head>
<body><header><b>Nightshelf console</b><nav aria-label="Console">${nav.join('')}</nav></header>
<main><h1>${title}</h1>${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}
${rows.length === 0 ? '<p>Nothing here.</p>' : `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`}</main></body>
</html>`);
}

/** @returns HTML, to the minute */
function timeOf(at: Date): string {
  const iso = at.toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
