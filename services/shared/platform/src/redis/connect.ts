import { Cluster } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import type { RedisClient } from './client.ts';
import { HealingCluster } from './healing-cluster.ts';
import { HealingRedis, type HealingRedisOptions } from './healing-redis.ts';
import { placeOf } from './place.ts';

/**
 * A Redis connection that reconnects by itself for ever, also when Redis no longer answers on it, and, while it is away,
 * fails commands at once instead of piling them up. The first connection is awaited by readiness, not by the caller.
 */
export function connectRedis(url: string, logger: Logger, options: HealingRedisOptions = {}): RedisClient {
  return told(openRedis(url, usual(options)), logger);
}

/**
 * The same, to one server also where it is one of a cluster: for messages, of which every node tells, and for a queue, of which all keys
 * are on whichever it is sent to.
 */
export function connectToOne(url: string | undefined, logger: Logger, options: HealingRedisOptions = {}): HealingRedis {
  return told(new HealingRedis(url, usual(options)), logger);
}

function usual(options: HealingRedisOptions): HealingRedisOptions {
  const { commandTimeout = 5000 } = options;
  return {
    enableAutoPipelining: true,
    maxRetriesPerRequest: 1,
    commandTimeout,
    connectTimeout: 3000,
    keepAlive: 5000,
    // A command's own limit may be shorter than what makes a connection suspicious.
    silenceMs: Math.max(commandTimeout, 2000),
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 500),
    ...options,
  };
}

/** Connects as the address says, and tells nobody of what goes wrong. */
export function openRedis(address: string, options: HealingRedisOptions): RedisClient {
  const { nodes, options: ofPlace } = placeOf(address);
  if (!nodes) return new HealingRedis(address, options);
  const {
    retryStrategy,
    lazyConnect = false,
    enableOfflineQueue = true,
    slotsRefreshInterval = 5000,
    ...each
  } = options;
  return new HealingCluster(nodes, {
    ...(retryStrategy && { clusterRetryStrategy: retryStrategy }),
    slotsRefreshInterval,
    lazyConnect,
    enableOfflineQueue,
    // It would send a script to where its text belongs as if that were a key.
    enableAutoPipelining: false,
    // A certificate is for a name, which ioredis would look up first.
    dnsLookup: (name, found) => found(null, name),
    redisOptions: { ...ofPlace, ...each, enableAutoPipelining: false },
  });
}

function told<Client extends RedisClient>(redis: Client, logger: Logger): Client {
  let reported = false;
  redis.on('error', (error: unknown) => {
    if (!reported) logger.warn({ err: error }, 'Redis is away');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) logger.info('Redis is back');
    reported = false;
  });
  if (redis instanceof Cluster) tellOfNodes(redis, logger);
  return redis;
}

/** A cluster goes on without one of its nodes, or waits for another to take its place. */
function tellOfNodes(redis: Cluster, logger: Logger): void {
  const away = new Set<string>();
  redis.on('node error', (error, node: string) => {
    if (!away.has(node)) logger.warn({ err: error, node }, 'A node of Redis is away');
    away.add(node);
  });
  redis.on('+node', (node) => {
    const name = `${node.options.host}:${node.options.port}`;
    node.on('ready', () => {
      if (away.delete(name)) logger.info({ node: name }, 'A node of Redis is back');
    });
  });
}

/** For readiness: null when Redis answers, else what is wrong. */
export async function checkRedis(redis: RedisClient): Promise<string | null> {
  return (await redis.ping()) === 'PONG' ? null : 'does not answer';
}
