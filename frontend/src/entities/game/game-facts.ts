import type { GameImage, GameSummary } from '@nightshelf/contracts/games.ts';
import { lazily } from '../../lib/lazily.ts';

export interface CoverSource {
  readonly image: GameImage | null;
  readonly image_url: string | null;
}

/** Returns the URL of the picture best suited to a card; null when the game has none. */
export function coverAddress({ image, image_url = null }: Partial<CoverSource>): string | null {
  return image?.medium_url ?? image?.small_url ?? image?.screen_large_url ?? image?.thumb_url ?? image_url;
}

/** Returns the URL of the cover art that the server draws for a game without a picture. */
export const drawnCoverAddress = (name: string): string => `/api/games/covers?${new URLSearchParams({ name })}`;

export type Released = Pick<GameSummary, 'original_release_date' | 'partial_release_date'>;

/** Returns the day, month or year of release as ISO 8601, such as `1992-06`; empty when unknown. It sorts as text. */
export const releaseDate = ({ original_release_date: day, partial_release_date: part }: Released): string =>
  day || part || '';

/** Returns the year of release, or 'TBA'. */
export const releaseYear = (game: Released): string => releaseDate(game).slice(0, 4) || 'TBA';

const longMonth = lazily(() => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }));

/** Formats a month such as `1992-06` as 'June 1992'; a year stays as it is. */
export const longPartialDate = (part: string): string =>
  part.includes('-') ? longMonth().format(new Date(`${part}-01`)) : part;

/** Number of platforms named on a single line. */
const briefly = 3;

/** Returns a short platform list such as "NES, GB, PC +2"; empty when none is known. */
export function platformsInBrief(platforms: GameSummary['platforms']): string {
  const names = platforms.map(({ abbreviation, name }) => abbreviation || name);
  const more = names.length - briefly;
  return names.slice(0, briefly).join(', ') + (more > 0 ? ` +${more}` : '');
}

/** Returns up to two letters for a game without a picture. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [name.trim() || '?'];
  const letters = words.slice(0, 2).map(([letter]) => letter);
  return letters.join('').toLocaleUpperCase();
}
