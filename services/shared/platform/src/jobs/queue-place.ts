import type { Logger } from '../logging/logger.ts';
import { connectToOne } from '../redis/connect.ts';
import type { HealingRedis, HealingRedisOptions } from '../redis/healing-redis.ts';
import { placeOf } from '../redis/place.ts';

/**
 * Milliseconds without an answer after which a connection of a worker counts as dead: above the 10 seconds for which
 * BullMQ blocks one at most, below the 30 seconds after which a job counts as abandoned.
 */
const silenceMs = 15_000;

/** Where one of BullMQ's queues is, as its classes are given it. Whoever has it ends the connection: BullMQ does not. */
export interface QueuePlace {
  readonly connection: HealingRedis;
  readonly prefix: string;
}

/**
 * What the keys of one of BullMQ's queues begin with. In a cluster its scripts, which change many of them, need all in one slot: that of
 * the name in braces. Elsewhere they are where they have always been, and the jobs that wait there.
 * @param address of the Redis
 */
const prefixOf = (address: string, name: string) => (placeOf(address).nodes ? `bull:{${name}}` : 'bull');

/** For what adds to a queue or looks at it. BullMQ gathers commands itself. */
export function connectToQueue(
  address: string,
  name: string,
  logger: Logger,
  options: HealingRedisOptions = {},
): QueuePlace {
  const connection = connectToOne(address, logger, { enableAutoPipelining: false, ...options });
  return { connection, prefix: prefixOf(address, name) };
}

/** For a worker, which waits for Redis as long as it takes; BullMQ asks for that, and copies the connection for what blocks. */
export const connectWorker = (address: string, name: string, logger: Logger): QueuePlace =>
  connectToQueue(address, name, logger, { maxRetriesPerRequest: null, commandTimeout: undefined, silenceMs });
