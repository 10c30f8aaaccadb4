import type { CatalogueGame } from '../../src/catalogue/catalogue-file.ts';
import { normalise } from '../../src/search/normalise.ts';

/** A game as one source describes it, or several sources together. */
export type SourceGame = Omit<CatalogueGame, 'id'>;

export const yearOf = ({ released }: Pick<SourceGame, 'released'>) =>
  released === undefined ? null : Number(released.slice(0, 4));

/** Returns a name as part of a guid: lower-case letters, digits and hyphens; empty for non-Latin names. */
export const slugOf = (name: string) =>
  normalise(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
