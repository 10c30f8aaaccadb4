import type { TestService } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import type { World } from './world.ts';

const columnsOf = `
  select table_name as "table", column_name as "column", data_type = 'bytea' as "isBytes"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1, 2`;

/** Tables and columns of a service in which a text is found, whatever their types. */
export async function foundIn(service: TestService, text: string): Promise<string[]> {
  const columns = await service.query<{ table: string; column: string; isBytes: boolean }>(columnsOf);
  const found: string[] = [];
  for (const { table, column, isBytes } of columns) {
    const shown = isBytes ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const rows = await service.query(`select from "${table}" where strpos(lower(${shown}), lower($1)) > 0 limit 1`, [
      text,
    ]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/**
 * Keys of both Redis servers that hold a text, in their name or in what they hold.
 * @param except names that are left out begin with one of these
 */
export async function keysWith({ library }: World, text: string, except: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const url of [library.env.REDIS_URL ?? '', library.env.REDIS_CACHE_URL ?? '']) {
    const redis = new Redis(url);
    try {
      for await (const keys of redis.scanStream({ count: 1000 })) {
        for (const key of keys as string[]) {
          if (except.some((beginning) => key.startsWith(beginning))) continue;
          const value = JSON.stringify(await contentOf(redis, key));
          if (`${key} ${value}`.toLowerCase().includes(text.toLowerCase())) found.push(key);
        }
      }
    } finally {
      redis.disconnect();
    }
  }
  return found;
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  if (type === 'string') return redis.get(key);
  if (type === 'hash') return redis.hgetall(key);
  if (type === 'set') return redis.smembers(key);
  if (type === 'zset') return redis.zrange(key, 0, -1);
  if (type === 'list') return redis.lrange(key, 0, -1);
  return type === 'stream' ? redis.xrange(key, '-', '+') : null;
}
