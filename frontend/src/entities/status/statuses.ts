import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { Bookmark, CircleCheck, CircleX, Gamepad2, type LucideIcon, Package } from 'lucide-react';

interface StatusLook {
  readonly label: string;
  /** Place when sorting by status. */
  readonly rank: number;
  readonly Icon: LucideIcon;
  /** Its colour as the current one of what is drawn for it, which never tells the status alone. */
  readonly tint: string;
  /** The same for a shape without words in it, such as a part of a chart. */
  readonly shape: string;
  /** The same colour, faintly, behind. */
  readonly wash: string;
}

/** Every status in the order in which they are offered and charted, and how each is shown. */
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

export const statusOptions = (Object.keys(statusLooks) as Status[]).map((value) => ({
  value,
  label: statusLooks[value].label,
}));

/** Place of a status when sorting by status; anything unknown comes last. */
export const statusRank = (status: string): number =>
  (statusLooks as Readonly<Record<string, StatusLook>>)[status]?.rank ?? statusOptions.length;
