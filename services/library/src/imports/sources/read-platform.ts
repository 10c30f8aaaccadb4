import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import { nothing, plain, type Read, saysNothing, shown } from './read-values.ts';

/** Other services' names for our platforms. */
const platformAliases: Readonly<Record<string, string>> = {
  'PC (Microsoft Windows)': 'PC',
  Windows: 'PC',
  'PC Windows': 'PC',
  'Windows PC': 'PC',
  WIN: 'PC',
  Steam: 'PC',
  PS: 'PlayStation',
  PS1: 'PlayStation',
  PSX: 'PlayStation',
  PS2: 'PlayStation 2',
  PS3: 'PlayStation 3',
  PS4: 'PlayStation 4',
  PS5: 'PlayStation 5',
  'Sony PlayStation 4': 'PlayStation 4',
  'Sony PlayStation 5': 'PlayStation 5',
  'PS Vita': 'PlayStation Vita',
  Switch: 'Nintendo Switch',
  XB1: 'Xbox One',
  XONE: 'Xbox One',
  SNES: 'Super Nintendo Entertainment System',
  NES: 'Nintendo Entertainment System',
  N64: 'Nintendo 64',
  GBA: 'Game Boy Advance',
  'Xbox Series X/S': 'Xbox Series X|S',
};

// The first platform with a name wins, except that the names of the specification below override it.
const platformIds = new Map<string, number>();
for (const [id, name] of platformNames) if (!platformIds.has(plain(name))) platformIds.set(plain(name), id);
for (const [id, name] of [
  [94, 'PC'],
  [139, 'PlayStation 4'],
  [168, 'PlayStation 5'],
  [157, 'Nintendo Switch'],
  [145, 'Xbox One'],
] as const) {
  platformIds.set(plain(name), id);
}
for (const [alias, name] of Object.entries(platformAliases)) {
  const id = platformIds.get(plain(name));
  if (id !== undefined && !platformIds.has(plain(alias))) platformIds.set(plain(alias), id);
}

export function readPlatform(text: string): Read<PlatformId> {
  if (saysNothing(text)) return nothing;
  if (plain(text) === 'notlisted') return { value: notListed };
  const value = platformIds.get(plain(text));
  return value === undefined ? { problem: `The platform "${shown(text)}" is unknown.` } : { value };
}
