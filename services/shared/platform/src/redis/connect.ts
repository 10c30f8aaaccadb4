import { Cluster } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import type { RedisClient } from './client.ts';
import { HealingCluster } from './healing-cluster.ts';
import { HealingRedis, type HealingRedisOptions } from './healing-redis.ts';
import { placeOf } from './place.ts';

/**
 * Connects to Redis. The connection reconnects without limit, also when Redis stops responding; until then commands
 * fail immediately instead of piling up. Readiness waits for the first connection, not the caller.
 */
export function connectRedis(url: string, logger: Logger, options: HealingRedisOptions = {}): RedisClient {
  return told(openRedis(url, usual(options)), logger);
}

/**
 * Like `connectRedis`, but to one node of a cluster: for pub/sub messages, which every node delivers, and for a queue,
 * whose keys are all on one node.
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
    // A command's own limit may be too short to call the connection dead.
    silenceMs: Math.max(commandTimeout, 2000),
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 500),
    ...options,
  };
}

/** Connects to the address without logging errors. */
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
    // Auto-pipelining would route a script by its text as if that were a key.
    enableAutoPipelining: false,
    // Certificates name the host, which ioredis would replace by its address.
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

/** A cluster continues without one of its nodes, or waits for a replacement. */
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

/** Readiness check: returns null when Redis responds, else what is wrong. */
export async function checkRedis(redis: RedisClient): Promise<string | null> {
  return (await redis.ping()) === 'PONG' ? null : 'does not answer';
}
