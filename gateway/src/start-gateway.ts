import { TokenCopies } from '@nightshelf/platform/api-tokens/token-copies.ts';
import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { apiHeaders } from '@nightshelf/platform/http/security-headers.ts';
import { checkRedis, connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { type RunningProcess, startProcess } from '@nightshelf/platform/service/start-process.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { ApiTokens } from './api-tokens/api-tokens.ts';
import { ClientFiles } from './client/client-files.ts';
import { startExpressGateway } from './express-gateway.ts';
import { Upstreams } from './forwarding/upstreams.ts';
import { wrapServer } from './http/server.ts';
import { GatewayMetrics } from './metrics.ts';
import { measureRedis } from './redis-figures.ts';
import { provideRuntime } from './runtime.ts';
import { TrackedSessions } from './sessions/tracked-sessions.ts';
import { gatewaySettings } from './settings.ts';

/** Short, in milliseconds: while Redis is away, requests must not wait for it. */
const sessionTimeoutMs = 1500;
const limitTimeoutMs = 300;

/**
 * Starts the gateway; once per process, as express-gateway keeps its state in modules.
 * @throws SettingsError
 */
export async function startGateway(env: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const settings = readSettings(gatewaySettings, env);
  return startProcess('gateway', settings, async ({ logger, registry, teardown }) => {
    const sessionRedis = { commandTimeout: sessionTimeoutMs, enableOfflineQueue: false };
    const redis = connectRedis(settings.REDIS_URL, logger, sessionRedis);
    teardown.add('redis', () => redis.disconnect());
    measureRedis(redis, registry);
    const listener = connectRedis(settings.REDIS_URL, logger, { ...sessionRedis, autoResubscribe: false });
    teardown.add('session listener', () => listener.disconnect());
    const limitRedis = { commandTimeout: limitTimeoutMs, enableOfflineQueue: false };
    const cache = connectRedis(settings.REDIS_CACHE_URL, logger, limitRedis);
    teardown.add('cache', () => cache.disconnect());
    const upstreams = new Upstreams(settings);
    teardown.add('upstreams', () => upstreams.close());

    const metrics = new GatewayMetrics(registry);
    provideRuntime({
      settings,
      logger,
      metrics,
      sessions: new TrackedSessions(new SessionStore(redis), listener, logger),
      tokens: new ApiTokens(new TokenCopies(redis), upstreams),
      cache,
      upstreams,
      clientFiles: new ClientFiles(settings.STATIC_DIR, settings.IMAGE_ORIGINS),
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
      liveness: {},
      readiness: {},
      // Without Redis the client's files and all that needs no session are still served.
      degraded: { redis: () => checkRedis(redis) },
    };
  });
}
