import { readFile } from 'node:fs/promises';
import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { connectToQueue } from '@nightshelf/platform/jobs/queue-place.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { Queue } from 'bullmq';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { acceptForms } from './access/form.ts';
import { guard } from './access/guard.ts';
import { OperatorSessions } from './access/operator-sessions.ts';
import { guardResponses } from './access/response-headers.ts';
import { signInRoutes, signOutRoute } from './access/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { auditIn } from './audit/audit.ts';
import { auditRoutes } from './audit/routes.ts';
import { deadLetterRoutes } from './dead-letters/routes.ts';
import { openServiceDatabases } from './dead-letters/service-databases.ts';
import { jobBoard } from './jobs/board.ts';
import { consoleSettings } from './settings.ts';

const queueNames = ['daily-reviews'];

export interface RunningConsole {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the operators' console: accounts, jobs (Bull Board), dead letters and audit trail, behind its own password.
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
  const sessions = new OperatorSessions(isSecure);
  const sheets = ['frame', 'content'].map((name) => readFile(new URL(`./look/${name}.css`, import.meta.url), 'utf8'));
  const styles = (await Promise.all(sheets)).join('');

  // Page addresses may contain the users an operator searched for; the audit trail records changes.
  const loggerInstance: FastifyBaseLogger = logger;
  const logController = new LogController({ disableRequestLogging: true });
  const app = Fastify({
    loggerInstance,
    forceCloseConnections: true,
    logController,
    trustProxy: settings.CONSOLE_PROXIES ?? false,
  });
  guardResponses(app, isSecure);
  acceptForms(app);
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/console.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(styles));
  signInRoutes(app, { settings, sessions, audit });
  await app.register(async (guarded) => {
    guard(guarded, sessions, CONSOLE_ORIGIN);
    guarded.get('/', async (_, reply) => reply.redirect('/accounts', 303));
    signOutRoute(guarded, sessions);
    await guarded.register(async (accounts) => accountRoutes(accounts, { redis, name: CONSOLE_USER }));
    deadLetterRoutes(guarded, databases, audit);
    auditRoutes(guarded, redis);
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
