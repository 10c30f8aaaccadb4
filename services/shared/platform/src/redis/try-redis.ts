import type { RedisClient } from './client.ts';

/** Longest that a request waits for Redis, in milliseconds, before it goes on without. */
const patienceMs = 500;

/**
 * Asks Redis for something that a request can do without.
 * @returns undefined when Redis is away or slow; the connection itself reports that
 */
export async function tryRedis<Result>(redis: RedisClient, ask: () => Promise<Result>): Promise<Result | undefined> {
  // A cluster's nodes are connected to when they are first asked.
  if (redis.status !== 'ready' && redis.status !== 'wait') return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patienceMs, undefined);
  });
  try {
    return await Promise.race([ask().catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
