import { plural } from '../../lib/format.ts';

const secondsOf = { minute: 60, hour: 3600 } as const;

/** Rounds seconds to text: `about 40 seconds`, `about 4 minutes`, `about 2 hours`. */
export function inAbout(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 55) return `about ${plural(Math.ceil(seconds / 10) * 10, 'second')}`;
  if (seconds < 55 * secondsOf.minute)
    return `about ${plural(Math.max(1, Math.round(seconds / secondsOf.minute)), 'minute')}`;
  return `about ${plural(Math.max(1, Math.round(seconds / secondsOf.hour)), 'hour')}`;
}
