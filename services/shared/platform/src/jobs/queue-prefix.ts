import { Cluster } from 'ioredis';
import type { RedisClient } from '../redis/client.ts';

/**
 * What the keys of one of BullMQ's queues begin with. In a cluster its scripts, which change many of them, need all in one slot: that of
 * the name in braces. Elsewhere they are where they have always been, and the jobs that wait there.
 */
export const queuePrefix = (redis: RedisClient, name: string) => (redis instanceof Cluster ? `bull:{${name}}` : 'bull');
