import { mastersOf, type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';

interface Memory {
  readonly used: number;
  /** 0 means no limit. */
  readonly limit: number;
}

/** Exports metrics of the sessions' Redis, queried at each scrape. Of several servers it reports the fullest. */
export function measureRedis(redis: RedisClient, registry: Registry): void {
  let pending: Promise<Memory | null> | null = null;
  /** Both metrics use one reply, since they are collected together. */
  const query = () => {
    pending ??= fullestOf(redis)
      .catch(() => null)
      .finally(() => {
        pending = null;
      });
    return pending;
  };
  new Gauge({
    name: 'redis_up',
    help: 'Whether the Redis with the sessions responds to this process',
    registers: [registry],
    async collect() {
      this.set((await query()) === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'redis_memory_bytes',
    help: 'Memory of the Redis with the sessions: used, and limit (0: none)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const memory = await query();
      this.reset();
      if (memory === null) return;
      this.set({ state: 'used' }, memory.used);
      this.set({ state: 'limit' }, memory.limit);
    },
  });
}

async function fullestOf(redis: RedisClient): Promise<Memory | null> {
  const replies = await Promise.all(mastersOf(redis).map((server) => server.info('memory')));
  const each = replies.map((text) => ({ used: figureIn(text, 'used_memory'), limit: figureIn(text, 'maxmemory') }));
  const [fullest = null] = each.toSorted((a, b) => b.used / (b.limit || 1) - a.used / (a.limit || 1));
  return fullest;
}

const figureIn = (text: string, name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0);

/** Keys sampled per server, which takes Redis about a millisecond. */
const sampleSize = 1000;

const cacheMs = 60_000;

/**
 * Estimates the number of sessions in Redis. Redis scans keys in hash order, so the first thousand are a fair sample:
 * within five percent, and exact for fewer keys.
 */
export function measureSessions(redis: RedisClient, registry: Registry): void {
  let known: { readonly count: number | null; readonly until: number } = { count: null, until: 0 };
  const gauge = new Gauge({
    name: 'sessions_kept',
    help: 'Sessions in Redis, estimated from the first thousand keys; the same on every gateway',
    registers: [registry],
    async collect() {
      if (performance.now() >= known.until) {
        const counts = await Promise.all(mastersOf(redis).map((server) => tryRedis(server, () => sessionsOn(server))));
        const isWhole = counts.every((each) => each !== undefined);
        const count = isWhole ? counts.reduce((sum, each) => sum + each, 0) : null;
        known = { count, until: count === null ? 0 : performance.now() + cacheMs };
      }
      this.reset();
      if (known.count === null) this.remove();
      else this.set(known.count);
    },
  });
  gauge.remove();
}

async function sessionsOn(server: Redis): Promise<number> {
  const [cursor, keys] = await server.scan(0, 'COUNT', sampleSize);
  const found = keys.filter((key) => key.startsWith('session:')).length;
  if (cursor === '0' || keys.length === 0) return found;
  return Math.round((found / keys.length) * (await server.dbsize()));
}
