import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { expect, test } from 'vitest';
import { catalogSettings, providersIn } from './config.ts';

const igdb = { IGDB_CLIENT_ID: 'id', IGDB_CLIENT_SECRET: 'secret' };
const giantBomb = { GIANTBOMB_API_KEY: 'key' };

// Compose passes unset settings as empty strings.
test.each([
  ['IGDB and then Wikidata', { PROVIDER: '', GIANTBOMB_API_KEY: '', ...igdb }, ['igdb', 'wikidata']],
  ['Giant Bomb where only it has a key', { ...giantBomb, IGDB_CLIENT_ID: '' }, ['giantbomb', 'wikidata']],
  ['IGDB where both have keys', { ...giantBomb, ...igdb }, ['igdb', 'wikidata']],
  ['only the one that is named', { PROVIDER: 'giantbomb', ...giantBomb, ...igdb }, ['giantbomb']],
  ['none where the named one has no key', { PROVIDER: 'igdb' }, []],
  ['Wikidata without any key', {}, ['wikidata']],
])('asks %s', (_, environment, providers) => {
  expect(providersIn(readSettings(catalogSettings, environment))).toEqual(providers);
});
