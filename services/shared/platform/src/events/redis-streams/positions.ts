import type { Redis } from 'ioredis';

/** How far a group has come in a stream. */
export interface Position {
  /** Id of the last handled entry; `0-0` at the beginning. */
  readonly id: string;
  /** Entries handled in all, null when Redis cannot tell. */
  readonly entriesRead: number | null;
  /** Entries still to be handled, null when Redis cannot tell. */
  readonly lag: number | null;
}

/** @returns null when the stream or the group is not there */
export async function findPosition(redis: Redis, stream: string, group: string): Promise<Position | null> {
  let groups: (string | number | null)[][];
  try {
    groups = (await redis.xinfo('GROUPS', stream)) as typeof groups;
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such key')) return null;
    throw error;
  }
  for (const flat of groups) {
    const field = (name: string) => flat[flat.indexOf(name) + 1] ?? null;
    if (field('name') !== group) continue;
    const numeric = (value: string | number | null) => (typeof value === 'number' ? value : null);
    return {
      id: String(field('last-delivered-id')),
      entriesRead: numeric(field('entries-read')),
      lag: numeric(field('lag')),
    };
  }
  return null;
}

/** The group's position; a group that is new, or has been lost, starts with the oldest entry. */
export async function openPosition(redis: Redis, stream: string, group: string): Promise<Position> {
  try {
    await redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM', 'ENTRIESREAD', '0');
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('BUSYGROUP'))) throw error;
  }
  const position = await findPosition(redis, stream, group);
  if (!position) throw new Error(`The group ${group} of ${stream} is gone`);
  return position;
}

/** Counted the long way round, for streams of which Redis has lost count. */
const countLimit = 10_000;

/** Entries that the group has still to handle, at most ten thousand where Redis itself cannot tell. */
export async function lagOf(redis: Redis, stream: string, group: string): Promise<number> {
  const position = await findPosition(redis, stream, group);
  if (position && position.lag !== null) return position.lag;
  const from = position ? `(${position.id}` : '-';
  return (await redis.xrange(stream, from, '+', 'COUNT', countLimit)).length;
}
