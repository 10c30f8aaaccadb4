import { readFile } from 'node:fs/promises';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { connectToQueue } from '@nightshelf/platform/jobs/queues.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { Queue } from 'bullmq';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Audit, auditIn, guard, isUnsafe } from './access.ts';
import { addPages, links, openServiceDatabases } from './pages.ts';
import { consoleSettings } from './settings.ts';

const common = ["default-src 'none'", "img-src 'self' data:", "form-action 'self'", "frame-ancestors 'none'"];

const pagesPolicy = [...common, "style-src 'self'", "base-uri 'none'"].join('; ');

/** Bull Board's page needs its own scripts (none inline), styles that those scripts add, and its `base` element. */
const boardPolicy = [
  ...common,
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
].join('; ');

/** Sets the security headers of the console's pages. */
function guardResponses(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': /^\/queues(?:[/?]|$)/.test(request.url) ? boardPolicy : pagesPolicy,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      // Not no-referrer: browsers would then send forms with the origin "null".
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    });
  });
}

/** Serves Bull Board and records the changes that operators make with it. */
async function jobBoard(app: FastifyInstance, queues: readonly Queue[], audit: Audit): Promise<void> {
  const board = new FastifyAdapter();
  board.setBasePath('/queues');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: board,
    options: {
      uiConfig: {
        boardTitle: 'Nightshelf console',
        miscLinks: links.filter(({ url }) => url !== '/queues'),
      },
    },
  });
  await app.register(async (jobs) => {
    jobs.addHook('onResponse', async (request, { statusCode }) => {
      if (!isUnsafe(request) || statusCode === 401 || statusCode === 429) return;
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

const queueNames = ['daily-reviews', 'library-imports', 'library-import-matching', 'library-steam-looks'];

export interface RunningConsole {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the operators' console: jobs (Bull Board), dead letters and the audit trail, behind its own password.
 * @throws SettingsError
 */
export async function startConsole(env: NodeJS.ProcessEnv): Promise<RunningConsole> {
  const settings = readSettings(consoleSettings, env);
  const { CONSOLE_ORIGIN, CONSOLE_USER, REDIS_URL } = settings;
  const logger = createLogger('console', settings.LOG_LEVEL);
  const databases = await openServiceDatabases(settings.DATABASE_URLS, logger);
  const queues = queueNames.map((name) => {
    const place = connectToQueue(REDIS_URL, name, logger);
    return { connection: place.connection, queue: new Queue(name, place) };
  });
  // The connection itself logs its errors.
  for (const { queue } of queues) queue.on('error', () => undefined);
  const redis = connectRedis(REDIS_URL, logger);
  const audit = auditIn(redis, CONSOLE_USER, logger);
  const isSecure = CONSOLE_ORIGIN?.startsWith('https:') ?? false;
  const styles = await readFile(new URL('./console.css', import.meta.url), 'utf8');

  // The audit trail records changes.
  const loggerInstance: FastifyBaseLogger = logger;
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({
    loggerInstance,
    forceCloseConnections: true,
    logController,
    trustProxy: settings.CONSOLE_PROXIES ?? false,
  });
  guardResponses(app, isSecure);
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/console.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(styles));
  await app.register(async (guarded) => {
    guard(guarded, settings, audit);
    guarded.get('/', async (_, reply) => reply.redirect('/queues', 303));
    addPages(guarded, databases, redis, audit);
    await jobBoard(
      guarded,
      queues.map(({ queue }) => queue),
      audit,
    );
  });
  const url = await app.listen({ host: settings.HOST, port: settings.PORT });
  return {
    url,
    stop: async () => {
      await app.close();
      redis.disconnect();
      await Promise.all([...queues.map(({ queue }) => queue.close()), databases.close()]);
      // BullMQ does not close connections that its caller opened.
      for (const { connection } of queues) connection.disconnect();
    },
  };
}
