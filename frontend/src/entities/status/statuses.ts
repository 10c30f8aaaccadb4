import type { Status } from '@nightshelf/contracts';

/** The five statuses in the order in which they are offered and charted, with the words that show them. */
export const statusLabels: Readonly<Record<Status, string>> = {
  want_to_play: 'Want to Play',
  playing: 'Playing',
  completed: 'Completed',
  dropped: 'Dropped',
  collection: 'Collection',
};

export const statusOptions = (Object.keys(statusLabels) as Status[]).map((value) => ({
  value,
  label: statusLabels[value],
}));

const sortOrder: readonly string[] = [
  'playing',
  'want_to_play',
  'completed',
  'collection',
  'dropped',
] satisfies Status[];

/** Place of a status when sorting by status; anything unknown comes last. */
export function statusRank(status: string): number {
  const rank = sortOrder.indexOf(status);
  return rank === -1 ? sortOrder.length : rank;
}

/** A status as the current colour of what is drawn for it; it never tells the status alone. */
export const statusTints: Readonly<Record<Status, string>> = {
  want_to_play: 'text-want-to-play',
  playing: 'text-playing',
  completed: 'text-completed',
  dropped: 'text-dropped',
  collection: 'text-collection',
};
