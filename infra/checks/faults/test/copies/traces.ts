import type { TestService } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import type { Setup } from './setup.ts';

const columnsOf = `
  select table_name as "table", column_name as "column", data_type = 'bytea' as "isBytes"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1, 2`;

/** Finds texts in all columns of a service's tables, whatever their types. @returns `<text> in <table>.<column>` */
export async function foundIn(service: TestService, ...texts: readonly string[]): Promise<string[]> {
  const columns = await service.query<{ table: string; column: string; isBytes: boolean }>(columnsOf);
  // One query for hundreds of columns.
  const queries = columns.map(({ table, column, isBytes }) => {
    const shown = isBytes ? `encode("${column}", 'escape')` : `"${column}"::text`;
    return `select text || ' in ${table}.${column}' as found from unnest($1::text[]) as wanted (text)
      where exists (select from "${table}" where strpos(lower(${shown}), lower(text)) > 0)`;
  });
  const rows = await service.query<{ found: string }>(queries.join(' union all '), [texts]);
  return rows.map(({ found }) => found);
}

/**
 * Finds texts in names and values of the keys of both Redis servers.
 * @param except prefixes of keys to leave out
 * @returns `<text> in <key>`
 */
export async function keysWith(
  { library }: Setup,
  texts: readonly string[],
  except: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const url of [library.env.REDIS_URL ?? '', library.env.REDIS_CACHE_URL ?? '']) {
    const redis = new Redis(url);
    try {
      for await (const keys of redis.scanStream({ count: 1000 })) {
        for (const key of keys as string[]) {
          if (except.some((beginning) => key.startsWith(beginning))) continue;
          const value = JSON.stringify(await contentOf(redis, key));
          const whole = `${key} ${value}`.toLowerCase();
          found.push(...texts.filter((text) => whole.includes(text.toLowerCase())).map((text) => `${text} in ${key}`));
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
