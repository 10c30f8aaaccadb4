import { platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { CatalogueGame } from '../../src/catalogue/catalogue-file.ts';
import { normalise } from '../../src/search/normalise.ts';

/** Launch years of the platforms for which sources list older games by mistake. */
export const launchYears: ReadonlyMap<number, number> = new Map([
  [40, 1977], // Atari 2600
  [51, 1978], // Intellivision
  [47, 1982], // ColecoVision
  [14, 1982], // Commodore 64
  [16, 1982], // ZX Spectrum
  [11, 1984], // Amstrad CPC
  [21, 1983], // NES
  [8, 1985], // Master System
  [1, 1985], // Amiga
  [13, 1985], // Atari ST
  [55, 1987], // TurboGrafx-16
  [6, 1988], // Genesis
  [3, 1989], // Game Boy
  [7, 1989], // Lynx
  [9, 1990], // SNES
  [5, 1990], // Game Gear
  [25, 1990], // Neo Geo
  [29, 1991], // Sega CD
  [26, 1993], // 3DO
  [28, 1993], // Jaguar
  [22, 1994], // PlayStation
  [42, 1994], // Saturn
  [31, 1994], // 32X
  [79, 1995], // Virtual Boy
  [43, 1996], // Nintendo 64
  [37, 1998], // Dreamcast
  [57, 1998], // Game Boy Color
  [19, 2000], // PlayStation 2
  [4, 2001], // Game Boy Advance
  [23, 2001], // GameCube
  [32, 2001], // Xbox
  [34, 2003], // N-Gage
  [52, 2004], // Nintendo DS
  [18, 2004], // PSP
  [20, 2005], // Xbox 360
  [35, 2006], // PlayStation 3
  [36, 2006], // Wii
  [96, 2007], // iPhone
  [123, 2008], // Android
  [121, 2010], // iPad
  [117, 2011], // Nintendo 3DS
  [129, 2011], // Vita
  [139, 2012], // Wii U
  [146, 2013], // PlayStation 4
  [145, 2013], // Xbox One
  [157, 2017], // Switch
  [177, 2016], // Quest and its predecessors
  [175, 2019], // Stadia
  [176, 2020], // PlayStation 5
  [179, 2020], // Xbox Series X|S
  [178, 2022], // Playdate
  [210, 2025], // Switch 2
]);

const latestYear = 2030;

/** Returns impossible facts: a release before all its platforms, duplicate games or ids, unknown platforms. */
export function checkGames(games: readonly CatalogueGame[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const titles = new Map<string, string>();
  for (const game of games) {
    const { id, name, released, platforms, sources } = game;
    const year = released === undefined ? null : Number(released.slice(0, 4));
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
