import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { Bookmark, CircleCheck, CircleX, Gamepad2, type LucideIcon, Package } from 'lucide-react';

interface StatusLook {
  readonly label: string;
  readonly rank: number;
  readonly Icon: LucideIcon;
  /** Text color class; color never conveys the status alone. */
  readonly tint: string;
  /** Color class for shapes without text, such as a part of a chart. */
  readonly shape: string;
  /** A faint background class in the same color. */
  readonly wash: string;
}

/** Display properties of every status, in the order of menus and charts. */
export const statusLooks: Readonly<Record<Status, StatusLook>> = {
  want_to_play: {
    label: 'Want to Play',
    rank: 1,
    Icon: Bookmark,
    tint: 'text-want-to-play',
    shape: 'text-want-to-play-fill',
    wash: 'bg-want-to-play-wash',
  },
  playing: {
    label: 'Playing',
    rank: 0,
    Icon: Gamepad2,
    tint: 'text-playing',
    shape: 'text-playing-fill',
    wash: 'bg-playing/14',
  },
  completed: {
    label: 'Completed',
    rank: 2,
    Icon: CircleCheck,
    tint: 'text-completed',
    shape: 'text-completed-fill',
    wash: 'bg-completed/14',
  },
  dropped: {
    label: 'Dropped',
    rank: 4,
    Icon: CircleX,
    tint: 'text-dropped',
    shape: 'text-dropped-fill',
    wash: 'bg-dropped/14',
  },
  collection: {
    label: 'Collection',
    rank: 3,
    Icon: Package,
    tint: 'text-collection',
    shape: 'text-collection-fill',
    wash: 'bg-collection/14',
  },
};

export const statusOptions = (Object.keys(statusLooks) as Status[]).map((value) => ({ value, ...statusLooks[value] }));

/** Returns the sort order of a status; unknown ones come last. */
export const statusRank = (status: string): number =>
  (statusLooks as Readonly<Record<string, StatusLook>>)[status]?.rank ?? statusOptions.length;
