import type { RedisClient } from '../../redis/client.ts';

/** Limit of the count by reading, which is needed when Redis has lost its own count. */
const countLimit = 10_000;

/** Returns the unacknowledged entries of the group, at most about ten thousand when Redis itself does not know. */
export async function lagOf(redis: RedisClient, stream: string, group: string): Promise<number> {
  const found = await findGroup(redis, stream, group);
  const from = found ? `(${found['last-delivered-id']}` : '-';
  const unread = found?.lag ?? (await redis.xrange(stream, from, '+', 'COUNT', countLimit)).length;
  return Number(unread) + Number(found?.pending ?? 0);
}

/** @returns undefined when the stream or the group does not exist */
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
