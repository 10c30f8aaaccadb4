import { join } from 'node:path';
import { type Kafka, startKafka } from '@nightshelf/servers/kafka.ts';
import { type Postgres, startPostgres } from '@nightshelf/servers/postgres.ts';
import type { ServerHandle } from '@nightshelf/servers/process/server-process.ts';
import { type Redis, startRedis } from '@nightshelf/servers/redis.ts';
import { nextDelay } from '../supervisor/backoff.ts';

export interface Servers {
  readonly postgres: Postgres;
  readonly redis: Redis;
  readonly redisCache: Redis;
  /** Null when the event bus is Redis or an external Kafka. */
  readonly kafka: Kafka | null;
}

export interface ServersOptions {
  readonly dataDir: string;
  readonly throwAway: boolean;
  readonly withKafka: boolean;
  readonly stack: AsyncDisposableStack;
  readonly onLine: (name: string, line: string) => void;
}

/**
 * Starts the database, Redis and Kafka servers in parallel, and restarts any that dies.
 * @throws the first error, after every start has settled; `stack` stops the running servers
 */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const { dataDir, throwAway, withKafka, stack } = options;
  const hold = async <Server extends ServerHandle>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    if (stack.disposed) await server.stop();
    if (stack.disposed) throw new Error('The start was given up');
    stack.defer(() => server.stop());
    keepAlive(server, options);
    return server;
  };
  const starting = [
    hold(startPostgres({ directory: join(dataDir, 'postgres'), throwAway })),
    hold(startRedis({ directory: join(dataDir, 'redis'), role: 'durable', throwAway })),
    hold(startRedis({ directory: join(dataDir, 'redis-cache'), role: 'cache', throwAway })),
    withKafka ? hold(startKafka({ directory: join(dataDir, 'kafka'), throwAway })) : null,
  ] as const;
  const settled = Promise.allSettled(starting);
  // When the start is canceled, servers that are still starting stop themselves.
  stack.defer(async () => void (await settled));
  await settled;
  const [postgres, redis, redisCache, kafka] = await Promise.all(starting);
  return { postgres, redis, redisCache, kafka };
}

/** Restarts only a server that died by itself: one killed through its handle stays down until its owner starts it. */
function keepAlive(server: ServerHandle, { stack, onLine }: ServersOptions): void {
  let delayMs = 0;
  let started = performance.now();
  const startAgain = async () => {
    delayMs = nextDelay(delayMs, performance.now() - started);
    onLine(server.name, `Ended; started again in ${delayMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (stack.disposed) return;
    started = performance.now();
    try {
      await server.restart();
    } catch (error) {
      onLine(server.name, String(error));
      await startAgain();
    }
  };
  server.onUnexpectedExit = () => void startAgain();
}
