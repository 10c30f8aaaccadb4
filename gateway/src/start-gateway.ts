import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TokenCopies } from '@nightshelf/platform/api-tokens/token-copies.ts';
import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { apiHeaders } from '@nightshelf/platform/http/headers.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { measureCommands } from '@nightshelf/platform/redis/command-metrics.ts';
import { checkRedis, connectRedis, connectToOne } from '@nightshelf/platform/redis/connect.ts';
import { type RunningProcess, startProcess } from '@nightshelf/platform/service/start-process.ts';
import { ApiTokens } from './api-tokens.ts';
import { ClientFiles } from './client/client-files.ts';
import { Upstreams } from './forwarding/upstreams.ts';
import { wrapServer } from './http/server.ts';
import { streamNotifications } from './live/notifications.ts';
import { GatewayMetrics } from './metrics.ts';
import { measureRedis, measureSessions } from './redis-metrics.ts';
import { provideRuntime } from './runtime.ts';
import { gatewaySettings } from './settings.ts';
import { TrackedSessions } from './tracked-sessions.ts';

const require = createRequire(import.meta.url);

interface ExpressGateway {
  load(configFolder: string): { run(): Promise<[{ app: Server }]> };
}

interface WinstonLogger {
  readonly transports: { silent: boolean }[];
  on(event: 'data', listen: (entry: { level: string; message: unknown }) => void): void;
}

/**
 * Starts express-gateway with config/ and plugins/. Call `provideRuntime` first.
 * @returns its listening server
 * @throws when its configuration is invalid; a port in use ends the process
 */
async function startExpressGateway(host: string, port: number, logger: Logger): Promise<Server> {
  // express-gateway takes these settings from the environment only.
  Object.assign(process.env, {
    EG_HTTP_HOST: host,
    EG_HTTP_PORT: String(port),
    EG_PLUGIN: join(import.meta.dirname, '../plugins/plugin.ts'),
    EG_DISABLE_CONFIG_WATCH: 'true',
    LOG_LEVEL: 'warn',
  });
  redirectLogs(logger);
  const start = require('express-gateway') as () => ExpressGateway;
  const [{ app: server }] = await start()
    .load(join(import.meta.dirname, '../config'))
    .run();
  if (!server.listening) await once(server, 'listening');
  return server;
}

/** Redirects express-gateway's warnings and errors to our own log. */
function redirectLogs(logger: Logger): void {
  const loggers = require('express-gateway/lib/logger') as Record<string, WinstonLogger>;
  for (const [part, winston] of Object.entries(loggers)) {
    if (typeof winston !== 'object') continue;
    for (const transport of winston.transports) transport.silent = true;
    winston.on('data', ({ level, message }) => {
      if (!/error|warn/.test(level)) return;
      const write = level.includes('error') ? logger.error.bind(logger) : logger.warn.bind(logger);
      write({ part: `express-gateway ${part}` }, String(message));
    });
  }
}

/** Short, since requests must not wait for an unavailable Redis. */
const sessionTimeoutMs = 1500;
const limitTimeoutMs = 1000;

/** Idle time after which the gateway pings Redis. */
const subscriberIdleMs = 5000;

/**
 * Starts the gateway. Only once per process, since express-gateway keeps its state in modules.
 * @throws SettingsError
 */
export async function startGateway(env: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const settings = readSettings(gatewaySettings, env);
  return startProcess('gateway', settings, async ({ logger, registry, teardown }) => {
    const sessionRedis = { commandTimeout: sessionTimeoutMs, enableOfflineQueue: false };
    const measureConnection = measureCommands(registry);
    const redis = measureConnection(connectRedis(settings.REDIS_URL, logger, sessionRedis), 'durable');
    teardown.add('redis', () => redis.disconnect());
    measureRedis(redis, registry);
    measureSessions(redis, registry);
    const sessions = new TrackedSessions(redis, logger);
    teardown.add('session listeners', () => sessions.disconnect());
    const limitRedis = { commandTimeout: limitTimeoutMs, enableOfflineQueue: false };
    const cache = measureConnection(connectRedis(settings.REDIS_CACHE_URL, logger, limitRedis), 'cache');
    teardown.add('cache', () => cache.disconnect());
    // This connection sends nothing but pings.
    const subscriberRedis = { ...sessionRedis, autoResubscribe: false, idleMs: subscriberIdleMs };
    const subscriber = connectToOne(settings.REDIS_CACHE_URL, logger, subscriberRedis);
    teardown.add('subscriber', () => subscriber.disconnect());
    const upstreams = new Upstreams(settings);
    teardown.add('upstreams', () => upstreams.close());

    const metrics = new GatewayMetrics(registry);
    const live = streamNotifications({ sessions, subscriber, settings, logger, registry });
    provideRuntime({
      settings,
      logger,
      metrics,
      sessions,
      tokens: new ApiTokens(new TokenCopies(redis), upstreams),
      cache,
      upstreams,
      clientFiles: new ClientFiles(settings.STATIC_DIR, settings.PREVIOUS_STATIC_DIR, settings.IMAGE_ORIGINS),
      live,
    });
    const server = await startExpressGateway(settings.HOST, settings.PORT, logger);
    wrapServer(server, {
      metrics,
      logger,
      traced: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
      securityHeaders: apiHeaders(settings.PUBLIC_ORIGIN),
    });
    return {
      server,
      onStop: () => live.streams.stop(),
      liveness: {},
      readiness: {},
      // Without Redis the gateway still serves the client's files and calls without a session.
      degraded: { redis: () => checkRedis(redis) },
    };
  });
}
