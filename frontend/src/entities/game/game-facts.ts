import type { GameImage, GameSummary } from '@nightshelf/contracts';

/** The parts of a game that a cover needs. */
export interface CoverSource {
  readonly image: GameImage | null;
  readonly image_url: string | null;
}

/** Address of the picture best suited to a card, or null when the game has none. */
export function coverAddress({ image, image_url }: CoverSource): string | null {
  return image?.medium_url ?? image?.small_url ?? image?.screen_large_url ?? image?.thumb_url ?? image_url;
}

/** The year of release, or 'TBA'. */
export function releaseYear({ original_release_date }: Pick<GameSummary, 'original_release_date'>): string {
  return original_release_date?.slice(0, 4) || 'TBA';
}

/** How many platforms are named where there is one line for them. */
const briefly = 3;

/** The platforms in few words, such as "NES, GB, PC +2"; empty where none is known. */
export function platformsInBrief(platforms: GameSummary['platforms']): string {
  const names = platforms.map(({ abbreviation, name }) => abbreviation || name);
  const more = names.length - briefly;
  return names.slice(0, briefly).join(', ') + (more > 0 ? ` +${more}` : '');
}

/** Up to two letters that stand for a game without a picture. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, second] = words;
  if (first === undefined) return [...name.trim()][0] ?? '?';
  return [first, second]
    .flatMap((word) => (word ? [...word].slice(0, 1) : []))
    .join('')
    .toLocaleUpperCase();
}
