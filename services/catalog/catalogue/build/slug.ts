import { normalise } from '../../src/search/normalise.ts';

/** Returns a name as part of a guid: lower-case letters, digits and hyphens; empty for non-Latin names. */
export const slugOf = (name: string) =>
  normalise(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
