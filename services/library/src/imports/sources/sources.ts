import type { ImportSource } from '@nightshelf/contracts';
import { gogGalaxy } from './gog-galaxy.ts';
import { grouvee } from './grouvee.ts';
import { howLongToBeat } from './howlongtobeat.ts';
import { igdb } from './igdb.ts';
import { nightshelf } from './nightshelf.ts';
import type { Source } from './source.ts';
import { table } from './table.ts';
import { yamtrack } from './yamtrack.ts';

/** Where files may be from, and how their rows are read. */
export const sources: Readonly<Record<ImportSource, Source>> = {
  nightshelf,
  table,
  howlongtobeat: howLongToBeat,
  yamtrack,
  grouvee,
  gog_galaxy: gogGalaxy,
  igdb,
};
