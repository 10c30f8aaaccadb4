import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../logging/logger.ts';

/**
 * A Redis connection that reconnects by itself for ever and, while it is away, fails commands at once instead of piling
 * them up. The first connection is awaited by readiness, not by the caller.
 */
export function connectRedis(url: string, logger: Logger, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    enableAutoPipelining: true,
    maxRetriesPerRequest: 1,
    commandTimeout: 5000,
    connectTimeout: 3000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2000),
    ...options,
  });
  let reported = false;
  redis.on('error', (error) => {
    if (!reported) logger.warn({ err: error }, 'Redis is away');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) logger.info('Redis is back');
    reported = false;
  });
  return redis;
}

/** For readiness: null when Redis answers, else what is wrong. */
export async function checkRedis(redis: Redis): Promise<string | null> {
  return (await redis.ping()) === 'PONG' ? null : 'does not answer';
}
