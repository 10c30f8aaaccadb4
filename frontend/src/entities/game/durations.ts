import type { TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { PlayersTimes } from '@nightshelf/contracts/playthroughs.ts';
import { formatCount } from '../../lib/format.ts';

const hour = 3600;

/** Formats seconds as whole hours, half hours below ten, minutes below one. */
export function durationOf(seconds: number): string {
  if (seconds < hour) return `${Math.max(5, Math.round(seconds / 300) * 5)} min`;
  const hours = seconds / hour;
  if (hours >= 10) return `${formatCount(Math.round(hours))} h`;
  const halves = Math.round(hours * 2);
  return `${Math.floor(halves / 2)}${halves % 2 === 1 ? '½' : ''} h`;
}

/** Returns the time for the main story in seconds; null when there is none. */
export const storyOf = ({ hastily, normally }: Pick<TimesToBeat, 'hastily' | 'normally'>): number | null =>
  hastily ?? normally;

/** Converts the times that this server's players reported to the same format. */
export const reportedTimes = ({
  story,
  extras,
  everything,
}: Omit<PlayersTimes, 'guid'>): Omit<TimesToBeat, 'count'> => ({
  hastily: story && story.hours * hour,
  normally: extras && extras.hours * hour,
  completely: everything && everything.hours * hour,
});
