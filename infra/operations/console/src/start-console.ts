import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { Queue } from 'bullmq';
import Fastify from 'fastify';
import { guardWithPassword } from './access.ts';
import { deadLetterPages } from './dead-letter-pages.ts';
import { openServiceDatabases } from './service-databases.ts';
import { consoleSettings } from './settings.ts';

/** The queues of the product's jobs. */
const queueNames = ['daily-reviews'];

export interface RunningConsole {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the operators' console: jobs (Bull Board) and dead letters, behind a password of its own.
 * @throws SettingsError
 */
export async function startConsole(env: NodeJS.ProcessEnv): Promise<RunningConsole> {
  const settings = readSettings(consoleSettings, env);
  const logger = createLogger('console', settings.LOG_LEVEL);
  const databases = await openServiceDatabases(settings.DATABASE_URLS, logger);
  const queues = queueNames.map((name) => new Queue(name, { connection: { url: settings.REDIS_URL } }));
  for (const queue of queues) queue.on('error', (error) => logger.warn({ err: error }, 'Redis is away'));

  const app = Fastify({ loggerInstance: logger, forceCloseConnections: true });
  app.get('/healthz', async () => ({ ok: true }));
  await app.register(async (guarded) => {
    await guardWithPassword(guarded, settings);
    guarded.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    );
    guarded.get('/', async (_, reply) => reply.redirect('/queues', 303));
    deadLetterPages(guarded, databases);
    const board = new FastifyAdapter();
    board.setBasePath('/queues');
    createBullBoard({
      queues: queues.map((queue) => new BullMQAdapter(queue)),
      serverAdapter: board,
      options: {
        uiConfig: {
          boardTitle: 'Nightshelf console',
          miscLinks: [{ text: 'Dead letters', url: '/dead-letters' }],
        },
      },
    });
    await guarded.register(board.registerPlugin(), { prefix: '/queues' });
  });
  const url = await app.listen({ host: settings.HOST, port: settings.PORT });
  return {
    url,
    stop: async () => {
      await app.close();
      await Promise.all([...queues.map((queue) => queue.close()), databases.close()]);
    },
  };
}
