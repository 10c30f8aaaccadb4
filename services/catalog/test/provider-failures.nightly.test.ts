import { getGame, searchExternalGames, searchGames } from '@nightshelf/contracts/calls/catalog.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Catalog, metricsOf, startCatalog, storeGames } from './catalog.ts';

const secret = 'MARKED-SECRET-e7c1';

let catalog: Catalog;
const search = (q: string) => catalog.service.api.attempt(searchExternalGames, { query: { q } });

describe.each(['giantbomb', 'igdb'] as const)('%s', (name) => {
  test.each(['down', 'unauthorized', 'too-many', 'malformed'])(
    'returns a clear error for %s, and keeps local search working',
    async (mode) => {
      catalog = await startCatalog({ name });
      await storeGames(catalog, [{ guid: '3030-1', name: 'Kept' }]);
      await catalog.provider.fail(mode);
      const answer = await search('zelda');
      expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'catalog.provider_failed' } });
      expect(answer.body.message).toContain('proxies failed');
      const { games } = await catalog.service.api.call(searchGames, { query: { q: 'kept' } });
      expect(games).toHaveLength(1);
    },
  );

  test('never reveals the key in a failure', async () => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => void output.mockRestore());
    const env = {
      LOG_LEVEL: 'debug',
      GIANTBOMB_API_KEY: secret,
      IGDB_CLIENT_ID: `${secret}-id`,
      IGDB_CLIENT_SECRET: secret,
      PROVIDER_ROUTES: '["direct", "http://127.0.0.1:1/?url={url}"]',
    };
    catalog = await startCatalog({ name, env });
    let answers = '';
    for (const mode of ['none', 'down', 'html', 'malformed', 'server-error', 'unauthorized', 'too-many']) {
      await catalog.provider.fail(mode);
      const { body, headers } = await search(`zelda ${mode}`);
      const detail = await catalog.service.api.attempt(getGame, { params: { guid: '3030-5' } });
      answers += JSON.stringify([body, [...headers], detail.body, [...detail.headers]]);
    }
    answers += await metricsOf(catalog.service);
    answers += await (await fetch(`${catalog.service.url}/api/docs/catalog.json`)).text();
    const logged = output.mock.calls.join('');
    expect(answers).toContain('proxies failed');
    expect(logged).toContain('A route failed');
    expect(answers + logged).not.toContain(secret);
    expect(answers + logged).not.toContain(encodeURIComponent(secret));
  });
});

test('stops asking a provider that keeps failing', async () => {
  catalog = await startCatalog({ name: 'igdb' });
  await catalog.provider.fail('server-error');
  for (let at = 0; at < 8; at += 1) await search(`game ${at}`);
  const calls = (await catalog.provider.calls()).length;
  expect(calls).toBeLessThanOrEqual(6);
  expect(await metricsOf(catalog.service)).toMatch(/^provider_breaker_state.* 1$/m);
  expect((await search('zelda')).body.message).toContain('proxies failed');
  expect(await catalog.provider.calls()).toHaveLength(calls);
});

test('pauses after "too many requests"', async () => {
  catalog = await startCatalog();
  await catalog.provider.fail('enhance-calm', { times: 1 });
  expect((await search('zelda')).status).toBe(503);
  expect((await search('mario')).status).toBe(503);
  expect(await catalog.provider.calls()).toHaveLength(1);
});

test('reuses a Twitch token, and renews it once when IGDB refuses it', async () => {
  catalog = await startCatalog({ name: 'igdb' });
  expect((await search('zelda')).body).toMatchObject({ source: 'igdb', cached: false });
  expect((await search('mario')).body.results[0]?.guid).toMatch(/^igdb-\d+$/);
  const tokens = async () => (await catalog.provider.calls()).filter((call) => call.startsWith('/oauth2/token'));
  // The token of the first try is reused.
  expect(await tokens()).toEqual([]);
  await catalog.provider.fail('unauthorized', { times: 1 });
  expect((await search('final fantasy')).status).toBe(200);
  // The query is empty, since proxies log it.
  expect(await tokens()).toEqual(['/oauth2/token?']);
});

test('uses the stored games without a provider', async () => {
  catalog = await startCatalog({ env: { GIANTBOMB_API_KEY: '' } });
  expect(await search('zelda')).toMatchObject({ status: 200, body: { source: 'offline-catalogue', results: [] } });
  const detail = await catalog.service.api.attempt(getGame, { params: { guid: '3030-5' } });
  expect(detail).toMatchObject({ status: 404, body: { code: 'catalog.game_not_found' } });
  await storeGames(catalog, [{ guid: '3030-5', name: 'Kept' }]);
  const kept = await catalog.service.api.attempt(getGame, { params: { guid: '3030-5' } });
  expect(kept.body).toMatchObject({ stale: true, game: { name: 'Kept' } });
});
