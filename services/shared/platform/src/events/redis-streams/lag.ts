import type { RedisClient } from '../../redis/client.ts';

/** Counted the long way round, for streams of which Redis has lost count. */
const countLimit = 10_000;

/** Entries that the group has still to acknowledge, at most about ten thousand where Redis itself cannot tell. */
export async function lagOf(redis: RedisClient, stream: string, group: string): Promise<number> {
  const found = await findGroup(redis, stream, group);
  const from = found ? `(${found['last-delivered-id']}` : '-';
  const unread = found?.lag ?? (await redis.xrange(stream, from, '+', 'COUNT', countLimit)).length;
  return Number(unread) + Number(found?.pending ?? 0);
}

/** @returns undefined when the stream or the group is not there */
async function findGroup(redis: RedisClient, stream: string, group: string) {
  try {
    const groups = (await redis.xinfo('GROUPS', stream)) as unknown[][];
    const flat = groups.find((each) => each[each.indexOf('name') + 1] === group) ?? [];
    const pairs = flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]]] : []));
    return pairs.length > 0 ? (Object.fromEntries(pairs) as Record<string, string | number | null>) : undefined;
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such key')) return undefined;
    throw error;
  }
}
