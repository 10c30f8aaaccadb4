import type { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { HealingRedis, type HealingRedisOptions } from './healing-redis.ts';

/**
 * A Redis connection that reconnects by itself for ever, also when Redis no longer answers on it, and, while it is away,
 * fails commands at once instead of piling them up. The first connection is awaited by readiness, not by the caller.
 */
export function connectRedis(url: string, logger: Logger, options: HealingRedisOptions = {}): Redis {
  const { commandTimeout = 5000 } = options;
  const redis = new HealingRedis(url, {
    enableAutoPipelining: true,
    maxRetriesPerRequest: 1,
    commandTimeout,
    connectTimeout: 3000,
    keepAlive: 5000,
    // A command's own limit may be shorter than what makes a connection suspicious.
    silenceMs: Math.max(commandTimeout, 2000),
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 500),
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
