import type { CatalogueGame } from '../../src/catalogue/catalogue-file.ts';
import { normalise } from '../../src/search/normalise.ts';

/** A game as one source describes it. */
export interface SourceGame extends Omit<CatalogueGame, 'id' | 'released' | 'sources'> {
  /** Such as `curated`, `mame:nes/smb` or `wikidata:Q279446`. */
  readonly source: string;
  /** As in the catalogue; null when unknown. */
  readonly released: string | null;
}

export const yearOf = ({ released }: Pick<SourceGame, 'released'>) =>
  released === null ? null : Number(released.slice(0, 4));

/** Returns a name as part of a guid: lower-case letters, digits and hyphens; empty for non-Latin names. */
export const slugOf = (name: string) =>
  normalise(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
