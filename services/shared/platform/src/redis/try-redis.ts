import type { RedisClient } from './client.ts';

/** Longest wait of a request for Redis before it continues without. */
const patienceMs = 500;

/**
 * Runs an optional Redis command of a request.
 * @returns undefined when Redis is unavailable or slow; the connection reports that itself
 */
export async function tryRedis<Result>(redis: RedisClient, ask: () => Promise<Result>): Promise<Result | undefined> {
  // A cluster client connects to its nodes on first use.
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
