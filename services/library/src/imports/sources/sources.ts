import type { ImportSource } from '@nightshelf/contracts/import-rules.ts';
import { backloggd } from './backloggd.ts';
import { gogGalaxy } from './gog-galaxy.ts';
import { grouvee } from './grouvee.ts';
import { howLongToBeat } from './howlongtobeat.ts';
import { igdb } from './igdb.ts';
import { neodb } from './neodb.ts';
import { nightshelf } from './nightshelf.ts';
import { playnite } from './playnite.ts';
import { psn } from './psn.ts';
import { ryot } from './ryot.ts';
import type { Source } from './source.ts';
import { steam } from './steam.ts';
import { table } from './table.ts';
import { vglist } from './vglist.ts';
import { xbox } from './xbox.ts';
import { yamtrack } from './yamtrack.ts';

export const sources: Readonly<Record<ImportSource, Source>> = {
  nightshelf,
  table,
  howlongtobeat: howLongToBeat,
  yamtrack,
  grouvee,
  gog_galaxy: gogGalaxy,
  igdb,
  backloggd,
  ryot,
  vglist,
  neodb,
  playnite,
  xbox,
  psn,
  steam,
};
