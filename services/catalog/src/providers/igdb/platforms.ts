import type { GamePlatform } from '@nightshelf/contracts/games.ts';

/** Maps IGDB's platform names to Giant Bomb's ids, where both certainly mean the same. */
const giantBombIds: Readonly<Record<string, number>> = {
  'PC (Microsoft Windows)': 94,
  Mac: 17,
  Linux: 152,
  iOS: 96,
  Android: 123,
  'Web browser': 140,
  Arcade: 84,
  PlayStation: 22,
  'PlayStation 2': 19,
  'PlayStation 3': 35,
  'PlayStation 4': 146,
  'PlayStation 5': 176,
  'PlayStation Portable': 18,
  'PlayStation Vita': 129,
  Xbox: 32,
  'Xbox 360': 20,
  'Xbox One': 145,
  'Xbox Series X|S': 179,
  'Nintendo Entertainment System': 21,
  'Super Nintendo Entertainment System': 9,
  'Nintendo 64': 43,
  'Nintendo GameCube': 23,
  Wii: 36,
  'Wii U': 139,
  'Nintendo Switch': 157,
  'Nintendo Switch 2': 210,
  'Game Boy': 3,
  'Game Boy Color': 57,
  'Game Boy Advance': 4,
  'Nintendo DS': 52,
  'Nintendo 3DS': 117,
  'New Nintendo 3DS': 156,
  'Virtual Boy': 79,
  'Sega Master System/Mark III': 8,
  'Sega Mega Drive/Genesis': 6,
  'Sega CD': 29,
  'Sega 32X': 31,
  'Sega Saturn': 42,
  'Sega Game Gear': 5,
  Dreamcast: 37,
  'Atari 2600': 40,
  'Atari 5200': 67,
  'Atari 7800': 70,
  'Atari Lynx': 7,
  'Atari Jaguar': 28,
  'Commodore C64/128/MAX': 14,
  Amiga: 1,
  'ZX Spectrum': 16,
  'Amstrad CPC': 11,
  MSX: 13,
  '3DO Interactive Multiplayer': 26,
  'Google Stadia': 175,
  Playdate: 178,
};

/** Returns an IGDB platform with Giant Bomb's id where known, else with its own guid and no id. */
export function toPlatform(id: number, name: string, abbreviation: string | null): GamePlatform {
  const known = giantBombIds[name];
  return known === undefined
    ? { id: null, guid: `igdb-${id}`, name, abbreviation }
    : { id: known, guid: `3045-${known}`, name, abbreviation };
}
