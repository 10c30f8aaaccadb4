import { Cluster, type Redis } from 'ioredis';

/**
 * A Redis, whatever stands behind its address: one server, the master among several, or a cluster, in which each key is on one of
 * several masters. What names several keys at once, in a command, a script or a pipeline, is refused by a cluster.
 */
export type RedisClient = Redis | Cluster;

/** The servers that keys are on at this moment, for what is asked of each: a cluster's masters, or the one that there is. */
export const mastersOf = (redis: RedisClient): readonly Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];
