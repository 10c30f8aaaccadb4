import type { Logger } from '../logging/logger.ts';
import { connectToOne } from '../redis/connect.ts';
import type { HealingRedis, HealingRedisOptions } from '../redis/healing-redis.ts';
import { placeOf } from '../redis/place.ts';

/**
 * Time without a response after which a worker's connection counts as dead: above the 10 seconds that BullMQ blocks one
 * at most, below the 30 seconds after which a job counts as abandoned.
 */
const silenceMs = 15_000;

/** The connection options of a BullMQ queue. The owner must end the connection, because BullMQ does not. */
export interface QueuePlace {
  readonly connection: HealingRedis;
  readonly prefix: string;
}

/**
 * Returns the key prefix of a BullMQ queue. In a cluster BullMQ's scripts need all keys in one slot, that of the name
 * in braces; elsewhere the prefix stays unchanged for the sake of queued jobs.
 * @param address of the Redis
 */
const prefixOf = (address: string, name: string) => (placeOf(address).nodes ? `bull:{${name}}` : 'bull');

/** Connects to add jobs to a queue or inspect it. BullMQ batches commands itself. */
export function connectToQueue(
  address: string,
  name: string,
  logger: Logger,
  options: HealingRedisOptions = {},
): QueuePlace {
  const connection = connectToOne(address, logger, { enableAutoPipelining: false, ...options });
  return { connection, prefix: prefixOf(address, name) };
}

/**
 * Connects a worker, which waits for Redis without limit as BullMQ requires; BullMQ duplicates the connection for
 * blocking commands.
 */
export const connectWorker = (address: string, name: string, logger: Logger): QueuePlace =>
  connectToQueue(address, name, logger, { maxRetriesPerRequest: null, commandTimeout: undefined, silenceMs });
