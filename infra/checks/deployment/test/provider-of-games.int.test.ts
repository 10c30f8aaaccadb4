import { describe, expect, test } from 'vitest';
import { catalogSettings, providersIn } from '../../../../services/catalog/src/config.ts';
import { cannotRender, find, overlay } from './support/overlays.ts';

describe.skipIf(cannotRender)('overlays/production', () => {
  // docs/operations/production.md: `IGDB_CLIENT_ID`, `IGDB_CLIENT_SECRET`, or `GIANTBOMB_API_KEY`.
  test.each([
    ['igdb', { IGDB_CLIENT_ID: 'id', IGDB_CLIENT_SECRET: 'secret' }],
    ['giantbomb', { GIANTBOMB_API_KEY: 'key' }],
  ])('uses %s when the Secret `catalog-keys` has its keys', (provider, keys) => {
    const { data } = find(overlay('production'), 'ConfigMap', 'catalog-settings') as unknown as {
      data: Record<string, string>;
    };
    const given = Object.fromEntries(Object.entries({ ...data, ...keys }).filter(([, value]) => value !== ''));
    expect(providersIn(catalogSettings.parse(given))[0]).toBe(provider);
  });
});
