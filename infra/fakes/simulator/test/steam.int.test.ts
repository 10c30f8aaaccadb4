import { expect, test } from 'vitest';
import { useSimulator } from './server.ts';

const { get, json, fail } = useSimulator();

const owned = (id: string, more = '&include_appinfo=1') =>
  `/IPlayerService/GetOwnedGames/v1/?key=simulator&steamid=${id}${more}`;

test('resolves a name to an account, and an account to its games', async () => {
  const resolve = (name: string) => json(`/ISteamUser/ResolveVanityURL/v1/?key=simulator&vanityurl=${name}`);
  expect(await resolve('Nightshelf')).toEqual({ response: { steamid: '76561198000000001', success: 1 } });
  expect(await resolve('nobody')).toEqual({ response: { success: 42, message: 'No match' } });
  const { response } = await json<{ response: { game_count: number; games: object[] } }>(owned('76561198000000001'));
  expect(response).toMatchObject({ game_count: 40 });
  expect(response.games).toHaveLength(40);
  expect(response.games[0]).toMatchObject({
    appid: expect.any(Number),
    name: expect.stringMatching(/™$/),
    playtime_forever: expect.any(Number),
  });
  expect(JSON.stringify(await json(owned('76561198000000001', '')))).not.toContain('name');
});

test('hides private accounts like unknown ones, and reports zero games for an empty account', async () => {
  for (const id of ['76561198000000002', '76561198000009999']) expect(await json(owned(id))).toEqual({ response: {} });
  expect(await json(owned('76561198000000003'))).toEqual({ response: { game_count: 0 } });
});

test('returns errors as HTML pages', async () => {
  const asked = async (query: string) => (await get(`/ISteamUser/ResolveVanityURL/v1/?${query}`)).status;
  expect(await asked('vanityurl=nightshelf')).toBe(401);
  expect(await asked('key=wrong&vanityurl=nightshelf')).toBe(403);
  expect(await asked('key=simulator')).toBe(400);
  expect((await get(owned('12'))).status).toBe(400);
  await fail('steam', { mode: 'too-many', times: 1 });
  const refused = await get(owned('76561198000000001'));
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8']);
  expect((await json<{ counts: object }>('/simulator/calls')).counts).toMatchObject({ steam: 5 });
});
