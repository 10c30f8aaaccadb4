import { readSettings } from '@nightshelf/platform/config/settings.ts';
import { expect, test } from 'vitest';
import { catalogSettings, providerIn } from './config.ts';

const igdb = { IGDB_CLIENT_ID: 'id', IGDB_CLIENT_SECRET: 'secret' };
const giantBomb = { GIANTBOMB_API_KEY: 'key' };

// Compose hands on what is not there as empty.
test.each([
  ['the one that has keys', { PROVIDER: '', GIANTBOMB_API_KEY: '', ...igdb }, 'igdb'],
  ['the other one', { PROVIDER: '', ...giantBomb, IGDB_CLIENT_ID: '', IGDB_CLIENT_SECRET: '' }, 'giantbomb'],
  ['Giant Bomb of two', { ...giantBomb, ...igdb }, 'giantbomb'],
  ['the one that is named', { PROVIDER: 'igdb', ...giantBomb, ...igdb }, 'igdb'],
  ['Giant Bomb without any key', {}, 'giantbomb'],
])('games are from %s', (_, environment, provider) => {
  expect(providerIn(readSettings(catalogSettings, environment))).toBe(provider);
});
