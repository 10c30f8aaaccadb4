import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';

export async function printSessions(url: string): Promise<void> {
  const redis = connectRedis(url, createLogger('bench', 'silent'));
  try {
    for (const prefix of ['session:', 'user-sessions:']) {
      const keys = await redis.keys(`${prefix}*`);
      const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key)));
      console.log(
        prefix,
        keys.length,
        'keys, bytes of each:',
        Math.round(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) / keys.length),
      );
    }
  } finally {
    redis.disconnect();
  }
}
