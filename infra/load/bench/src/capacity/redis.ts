import { views } from '@nightshelf/contracts';
import { askThrough } from '@nightshelf/platform/events/projections/ask.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';

const comparedWithinMs = 180_000;

/** How fast the owner of all entries tells their fingerprints, which consumers ask for every night and wait a minute for. */
export async function printComparison(url: string, rows: number): Promise<void> {
  const redis = connectRedis(url, createLogger('bench', 'silent'));
  const signal = AbortSignal.timeout(comparedWithinMs);
  try {
    const began = performance.now();
    await askThrough(
      redis,
      'library.entries',
      signal,
      comparedWithinMs,
    )({ what: 'digest', view: views.entryView.name });
    const seconds = (performance.now() - began) / 1000;
    console.log(`fingerprints of ${rows} entries: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} a second`);
  } catch (error) {
    console.log(
      `fingerprints of ${rows} entries: not within ${comparedWithinMs / 1000} s (${(error as Error).message})`,
    );
  } finally {
    redis.disconnect();
  }
}

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
