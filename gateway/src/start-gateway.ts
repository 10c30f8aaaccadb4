import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { Drain } from '@nightshelf/platform/http/drain.ts';
import { startOperations } from '@nightshelf/platform/http/operations.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { checkRedis, connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { Teardown } from '@nightshelf/platform/service/teardown.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { startTracing } from '@nightshelf/platform/tracing/start-tracing.ts';
import { ClientFiles } from './client/client-files.ts';
import { startExpressGateway } from './express-gateway.ts';
import { Upstreams } from './forwarding/upstreams.ts';
import { takeOver } from './http/server.ts';
import { GatewayMetrics } from './metrics.ts';
import { measureRedis } from './redis-figures.ts';
import { provideRuntime } from './runtime.ts';
import { TrackedSessions } from './sessions/tracked-sessions.ts';
import { gatewaySettings } from './settings.ts';

export interface RunningGateway {
  /** `http://host:port` */
  readonly url: string;
  readonly operationsUrl: string;
  /** Takes no more connections, finishes the requests in hand, closes what was opened. */
  stop(): Promise<void>;
}

/** Redis that is away is to be known at once, not after commands have waited for it, in milliseconds. */
const sessionTimeoutMs = 1500;
const limitTimeoutMs = 300;

/**
 * Starts the gateway; once per process, as express-gateway keeps its state in modules.
 * @throws SettingsError
 */
export async function startGateway(env: NodeJS.ProcessEnv): Promise<RunningGateway> {
  const settings = readSettings(gatewaySettings, env);
  const logger = createLogger('gateway', settings.LOG_LEVEL);
  const registry = createRegistry('gateway');
  const metrics = new GatewayMetrics(registry);
  const teardown = new Teardown();
  const tracing = await startTracing('gateway', settings);
  teardown.add('tracing', () => tracing.stop());
  const redis = connectRedis(settings.REDIS_URL, logger, {
    commandTimeout: sessionTimeoutMs,
    enableOfflineQueue: false,
  });
  teardown.add('redis', () => redis.disconnect());
  measureRedis(redis, registry);
  const cache = connectRedis(settings.REDIS_CACHE_URL, logger, {
    commandTimeout: limitTimeoutMs,
    enableOfflineQueue: false,
  });
  teardown.add('cache', () => cache.disconnect());
  try {
    const upstreams = new Upstreams(settings);
    teardown.add('upstreams', () => upstreams.close());
    const clientFiles = new ClientFiles(settings.STATIC_DIR, settings.IMAGE_ORIGINS);
    const listener = connectRedis(settings.REDIS_URL, logger, {
      autoResubscribe: false,
      enableOfflineQueue: false,
      commandTimeout: sessionTimeoutMs,
    });
    teardown.add('session listener', () => listener.disconnect());
    const sessions = new TrackedSessions(new SessionStore(redis), listener, logger);
    provideRuntime({ settings, logger, metrics, sessions, cache, upstreams, clientFiles });
    const server = await startExpressGateway(settings.HOST, settings.PORT, logger);
    takeOver(server, { metrics, logger, traced: settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined });
    const drain = new Drain(server, settings.LINGER_SECONDS * 1000);
    let stopping = false;
    const operations = await startOperations({
      host: settings.HOST,
      port: settings.OPERATIONS_PORT,
      registry,
      liveness: {},
      readiness: { stopping: () => (stopping ? 'is stopping' : null) },
      // The client's files and all that needs no session are served without it; taking them away would help nobody.
      degraded: { redis: () => checkRedis(redis) },
    });
    const url = addressOf(server, settings.HOST);
    const operationsUrl = addressOf(operations, settings.HOST);
    logger.info({ url, operationsUrl }, 'Started');
    return {
      url,
      operationsUrl,
      stop: async () => {
        stopping = true;
        await drain.run();
        await teardown.run(logger);
        operations.close();
        operations.closeAllConnections();
      },
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

const addressOf = (server: Server, host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;
