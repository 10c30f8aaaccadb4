import { normalise } from '../../src/search/normalise.ts';

/** A name as it stands in a guid: small letters, digits and hyphens; empty for a name in another script. */
export const slugOf = (name: string) =>
  normalise(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
