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
