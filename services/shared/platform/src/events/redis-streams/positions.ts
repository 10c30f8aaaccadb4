import type { Redis } from 'ioredis';
import { openScript, stateScript } from './scripts.ts';

/** How far a group has come in a stream. */
export interface Position {
  /** Id of the last handled entry; `0-0` at the beginning. */
  readonly id: string;
  /** Entries handled or dropped in all, null when Redis cannot tell. */
  readonly entriesRead: number | null;
}

interface GroupState extends Position {
  /** Entries still to be handled, null when Redis cannot tell. */
  readonly lag: number | null;
}

/** @returns null when the stream or the group is not there */
async function findGroup(redis: Redis, stream: string, group: string): Promise<GroupState | null> {
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

/**
 * The group's position; a group that is new, or has been lost, starts with the oldest entry.
 * @returns `gap`: whether entries that the group had not handled have been dropped
 */
export async function openPosition(
  redis: Redis,
  stream: string,
  group: string,
): Promise<Position & { readonly gap: boolean }> {
  const [id, read, gap] = (await redis.eval(openScript, 1, stream, group)) as [string, number | null, number];
  return { id, entriesRead: read, gap: gap === 1 };
}

/** Whether a reader that has come to `position` may read on, or the stream was set back or trimmed behind its back. */
export async function stillFits(redis: Redis, stream: string, position: Position): Promise<boolean> {
  const state = (await redis.eval(stateScript, 1, stream)) as [string, number] | null;
  if (!state) return false;
  const [newest, dropped] = state;
  return !isBefore(newest, position.id) && (position.entriesRead === null || position.entriesRead >= dropped);
}

export function isBefore(id: string, other: string): boolean {
  const [ms = 0n, seq = 0n] = id.split('-').map(BigInt);
  const [otherMs = 0n, otherSeq = 0n] = other.split('-').map(BigInt);
  return ms < otherMs || (ms === otherMs && seq < otherSeq);
}

/** Counted the long way round, for streams of which Redis has lost count. */
const countLimit = 10_000;

/** Entries that the group has still to handle, at most ten thousand where Redis itself cannot tell. */
export async function lagOf(redis: Redis, stream: string, group: string): Promise<number> {
  const position = await findGroup(redis, stream, group);
  if (position && position.lag !== null) return position.lag;
  const from = position ? `(${position.id}` : '-';
  return (await redis.xrange(stream, from, '+', 'COUNT', countLimit)).length;
}
