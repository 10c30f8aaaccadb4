import platforms from './platforms.json' with { type: 'json' };

/** The specification's names, which override the list's when only an id is known. */
const specified: ReadonlyArray<readonly [number, string]> = [
  [94, 'PC'],
  [139, 'PlayStation 4'],
  [168, 'PlayStation 5'],
  [157, 'Nintendo Switch'],
  [145, 'Xbox One'],
];

/** Platform id (Giant Bomb's numbering) to name. */
export const platformNames: ReadonlyMap<number, string> = new Map([
  ...platforms.map(({ id, name }) => [id, name] as const),
  ...specified,
]);

const listed = new Map(platforms.map(({ id, name }) => [id, name]));

/** Returns a platform's name in the list itself, for games that users and not providers describe. */
export const listedPlatformName = (platformId: number): string => listed.get(platformId) ?? `Platform ${platformId}`;

export const notListed = 'not_listed';

/**
 * Returns the display name of a platform of which only the id is known.
 * @param platformId a platform id, 'not_listed', or null
 * @returns its name; 'Not Listed'; 'Platform {id}' for an unknown id; null for null
 */
export function platformName(platformId: number | typeof notListed | null): string | null {
  if (platformId === null) return null;
  if (platformId === notListed) return 'Not Listed';
  return platformNames.get(platformId) ?? `Platform ${platformId}`;
}
