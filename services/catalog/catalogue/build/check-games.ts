import { platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { CatalogueGame } from '../../src/catalogue/catalogue-file.ts';
import { launchYears } from '../../src/games/platforms.ts';
import { normalise } from '../../src/search/normalise.ts';
import { yearOf } from './source-game.ts';

const latestYear = 2030;

/** Returns impossible facts: a release before all its platforms, duplicate games or ids, unknown platforms. */
export function checkGames(games: readonly CatalogueGame[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const titles = new Map<string, string>();
  for (const game of games) {
    const { id, name, platforms, sources } = game;
    const year = yearOf(game);
    if (ids.has(id)) faults.push(`${id} is there twice`);
    ids.add(id);
    if (year !== null && (year < 1950 || year > latestYear)) faults.push(`${id} came out in ${year}`);
    for (const platform of platforms)
      if (!platformNames.has(platform)) faults.push(`${id}: platform ${platform} is unknown`);
    // Later ports are fine, so only a release before every platform is a fault.
    const launches = platforms.map((platform) => launchYears.get(platform) ?? 0);
    if (year !== null && platforms.length > 0 && Math.min(...launches) > year) {
      faults.push(`${id} came out in ${year}, before all of its platforms`);
    }
    const title = `${normalise(name) || name} ${year ?? ''}`;
    const double = titles.get(title);
    const isCurated = sources.includes('curated');
    if (double !== undefined && isCurated) faults.push(`${id} and ${double} are the same game`);
    if (isCurated) titles.set(title, id);
  }
  return faults;
}
