import { Cluster, type ClusterOptions } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import type { RedisClient } from './client.ts';
import { HealingRedis, type HealingRedisOptions, heal, type Node, placeOf } from './healing-redis.ts';

type Sent = Parameters<Cluster['sendCommand']>;

/**
 * A cluster client that replaces connections to silent nodes. ioredis refreshes the masters every few seconds, after a
 * lost connection and after a redirection; commands without a response are resent.
 */
class HealingCluster extends Cluster {
  readonly #nodes: readonly Node[];

  /** @param nodes any of the cluster's nodes; it discovers the others */
  constructor(nodes: readonly Node[], options: ClusterOptions & { readonly redisOptions: HealingRedisOptions }) {
    super([...nodes], options);
    this.#nodes = nodes;
    this.on('+node', (node) => heal(node, this.#each));
    // Fails queued commands instead of letting them pile up.
    this.on('close', () => this.#refuseWaiting());
  }

  override sendCommand(...[command, stream, node]: Sent): unknown {
    // Also limits commands that wait for a node, which the nodes' connections do not know yet.
    const { commandTimeout } = this.#each;
    if (commandTimeout !== undefined) command.setTimeout(commandTimeout);
    return super.sendCommand(command, stream, node);
  }

  override duplicate(nodes: readonly Node[] = [], options: Partial<ClusterOptions> = {}): HealingCluster {
    return new HealingCluster(nodes.length > 0 ? nodes : this.#nodes, {
      ...this.options,
      redisOptions: this.#each,
      ...options,
    });
  }

  get #each(): HealingRedisOptions {
    return this.options.redisOptions ?? {};
  }

  #refuseWaiting(): void {
    (this as unknown as { flushQueue(fault: Error): void }).flushQueue(new Error('Connection is closed.'));
  }
}

/**
 * Connects to Redis. The connection reconnects without limit, also when Redis stops responding; until then commands
 * fail immediately instead of piling up. Readiness waits for the first connection, not the caller.
 */
export function connectRedis(url: string, logger: Logger, options: HealingRedisOptions = {}): RedisClient {
  return logAvailability(openRedis(url, usual(options)), logger);
}

/**
 * Like `connectRedis`, but to one node of a cluster: for pub/sub messages, which every node delivers, and for a queue,
 * whose keys are all on one node.
 */
export function connectToOne(url: string | undefined, logger: Logger, options: HealingRedisOptions = {}): HealingRedis {
  return logAvailability(new HealingRedis(url, usual(options)), logger);
}

export const retryPauseMs = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), 500);

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
    retryStrategy: retryPauseMs,
    ...options,
  };
}

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

function logAvailability<Client extends RedisClient>(redis: Client, logger: Logger): Client {
  let reported = false;
  redis.on('error', (error: unknown) => {
    if (!reported) logger.warn({ err: error }, 'Redis is unavailable');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) logger.info('Redis is available again');
    reported = false;
  });
  if (redis instanceof Cluster) logNodes(redis, logger);
  return redis;
}

/** A cluster continues without one of its nodes, or waits for a replacement. */
function logNodes(redis: Cluster, logger: Logger): void {
  const away = new Set<string>();
  redis.on('node error', (error, node: string) => {
    if (!away.has(node)) logger.warn({ err: error, node }, 'A Redis node is unavailable');
    away.add(node);
  });
  redis.on('+node', (node) => {
    const name = `${node.options.host}:${node.options.port}`;
    node.on('ready', () => {
      if (away.delete(name)) logger.info({ node: name }, 'A Redis node is available again');
    });
  });
}

/** Readiness check: returns null when Redis responds, else what is wrong. */
export async function checkRedis(redis: RedisClient): Promise<string | null> {
  return (await redis.ping()) === 'PONG' ? null : 'does not respond';
}
