import { listSteamGames } from '@nightshelf/contracts/calls/catalog.ts';
import { someIdentity } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { metricsOf, providerAt, startCatalog } from './catalog.ts';

const secret = 'MARKED-SECRET-51ea';

const catalog = await startCatalog({ name: 'igdb' });

const steam = providerAt(catalog.provider.url, 'steam');
const ask = (account: string, at = catalog) =>
  at.service.api.as(someIdentity()).attempt(listSteamGames, { query: { account } });

test('returns the games of an account with their guids, by the address of its profile', async () => {
  const { status, body } = await ask('https://steamcommunity.com/id/nightshelf/games/?tab=all');
  expect(status).toBe(200);
  expect(body).toMatchObject({ account: '76561198000000001', later: false });
  expect(body.games).toHaveLength(40);
  expect(body.games[0]).toEqual({
    app_id: expect.any(Number),
    name: expect.stringMatching(/™$/),
    minutes: expect.any(Number),
    guid: expect.stringMatching(/^igdb-\d+$/),
  });
  // Sends only the id from the address.
  expect((await steam.calls())[0]).toBe('/ISteamUser/ResolveVanityURL/v1/?vanityurl=nightshelf');
  expect((await ask('76561198000000003')).body).toMatchObject({ games: [] });
});

test('reports unknown, private and malformed accounts', async () => {
  expect(await ask('somebody-else')).toMatchObject({ status: 404, body: { code: 'catalog.steam_account_not_found' } });
  expect(await ask('recluse')).toMatchObject({ status: 409, body: { code: 'catalog.steam_private' } });
  await steam.forget();
  expect((await ask('http://127.0.0.1:6379/id/nightshelf')).status).toBe(422);
  expect(await steam.calls()).toEqual([]);
  expect((await catalog.service.api.attempt(listSteamGames, { query: { account: 'nightshelf' } })).status).toBe(401);
});

test('returns games without guids when the game provider fails', async () => {
  await catalog.provider.fail('server-error');
  const { body } = await ask('nightshelf');
  await catalog.provider.fail('none');
  expect(body).toMatchObject({ later: true });
  expect(body.games.map(({ guid }) => guid)).toEqual(Array(40).fill(null));
});

test.each(['unauthorized', 'down', 'malformed', 'html', 'too-many'])(
  'returns a clear error without the key when Steam fails as %s',
  async (mode) => {
    await steam.fail(mode, { times: 1 });
    const answer = await ask('76561198000000001');
    expect(answer).toMatchObject({ status: 503, body: { code: 'catalog.steam_failed' } });
    expect(answer.body.message).toMatch(/ Please try again later\.$/);
    if (mode !== 'too-many') expect((await ask('76561198000000001')).status).toBe(200);
  },
);

test('hides a key that Steam refuses, and does not ask Steam without one', async () => {
  const refused = await startCatalog({ env: { STEAM_API_KEY: secret } });
  const answer = await ask('nightshelf', refused);
  const metrics = await metricsOf(refused.service);
  expect(answer.body.message).toBe("Steam does not accept this server's key. Please try again later.");
  expect(JSON.stringify([answer.body, [...answer.headers]]) + metrics).not.toContain(secret);
  const without = await startCatalog({ env: { STEAM_API_KEY: '' } });
  const unasked = await ask('nightshelf', without);
  expect(unasked).toMatchObject({ status: 503, body: { code: 'catalog.steam_not_configured' } });
});
