import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';

/**
 * A single Redis, the master behind sentinels, or a cluster. A cluster spreads keys over several masters and refuses
 * commands, scripts and pipelines with keys of different masters.
 */
export type RedisClient = Redis | Cluster;

/**
 * Returns the servers that hold keys now, for commands that each must receive: a cluster's masters, or the single
 * server.
 */
export const mastersOf = (redis: RedisClient): readonly Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];

/** Longest wait of a request for Redis before it continues without. */
const optionalTimeoutMs = 500;

/**
 * Runs an optional Redis command of a request.
 * @returns undefined when Redis is unavailable or slow; the connection reports that itself
 */
export async function tryRedis<Result>(redis: RedisClient, ask: () => Promise<Result>): Promise<Result | undefined> {
  // A cluster client connects to its nodes on first use.
  if (redis.status !== 'ready' && redis.status !== 'wait') return undefined;
  return Promise.race([ask().catch(() => undefined), pause(optionalTimeoutMs, undefined, { ref: false })]);
}
