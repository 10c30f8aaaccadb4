import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../src/app.ts';
import { catalogue, guidOf } from '../src/catalogue/games.ts';
import channels from '../src/youtube/channels.json' with { type: 'json' };

let simulator: Simulator;
const agent = { 'user-agent': 'Nightshelf-Tests/1.0' };
const get = (path: string, headers: Record<string, string> = agent) => fetch(`${simulator.url}${path}`, { headers });
const fail = (provider: string, failure: object) =>
  fetch(`${simulator.url}/simulator/failures/${provider}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(failure),
  });

const search = '/api/search/?api_key=simulator&format=json&query=zelda';
const videos = `/youtube/v3/playlistItems?part=snippet&key=simulator&playlistId=${channels[0]?.uploadsPlaylistId}`;

beforeAll(async () => {
  simulator = await startSimulator();
});
beforeEach(async () => {
  for (const provider of ['giantbomb', 'youtube']) await fail(provider, { mode: 'none' });
});
afterAll(() => simulator.close());

it.each([
  [search, 'giantbomb', { 'enhance-calm': 420, 'too-many': 429, quota: 429, unauthorized: 401, 'not-found': 404 }],
  [videos, 'youtube', { 'enhance-calm': 420, 'too-many': 429, quota: 403, unauthorized: 401, 'server-error': 500 }],
])("%s fails with the provider's statuses until the failure changes", async (path, provider, statuses) => {
  for (const [mode, status] of Object.entries(statuses)) {
    await fail(provider, { mode });
    expect([(await get(path)).status, (await get(path)).status], mode).toEqual([status, status]);
  }
  await fail(provider, { mode: 'none' });
  expect((await get(path)).status).toBe(200);
});

it.each([
  [search.replace('=simulator', '=wrong'), 401],
  [videos.replace('=simulator', '=wrong'), 400],
  ['/ISteamUser/ResolveVanityURL/v1/?key=wrong&vanityurl=nightshelf', 403],
  ['/images/covers/3030-1.svg', 404],
  ['/images/thumbnails/aaaaaaaaaaa.svg', 404],
  ['/igdb/image/upload/t_cover_big/co0.jpg', 404],
])('refuses %s with %i', async (path, status) => {
  expect((await get(path)).status).toBe(status);
});

it.each(['curl/8.5.0', 'python-requests/2.31', 'node'])('rejects the user agent %s at Giant Bomb', async (name) => {
  expect((await get(search, { 'user-agent': name })).status).toBe(403);
});

it('refuses IGDB queries that IGDB refuses', async () => {
  const form = new URLSearchParams({
    client_id: 'simulator',
    client_secret: 'simulator',
    grant_type: 'client_credentials',
  });
  const ask = async (path: string, body: string | URLSearchParams, headers = {}) =>
    (await fetch(`${simulator.url}${path}`, { method: 'POST', body, headers })).json();
  const { access_token: token } = (await ask('/oauth2/token', form)) as { access_token: string };
  const headers = { 'client-id': 'simulator', authorization: `Bearer ${token}` };
  expect(await ask('/v4/games', 'search "ocarina"; fields name,genres; limit 1;', headers)).toEqual([
    { id: 10005 * 3 + 7, name: 'The Legend of Zelda: Ocarina of Time', genres: [31] },
  ]);
  for (const query of ['limit 501;', 'search zelda; fields name;', 'where colour = 3;', 'drop table;'])
    expect(await ask('/v4/games', query, headers)).toMatchObject([{ status: 400, cause: expect.any(String) }]);
  expect(await ask('/v4/games', 'fields name;', { ...headers, authorization: 'Bearer stolen' })).toHaveProperty(
    'message',
  );
});

it('draws a distinct cover for each game', async () => {
  const covers = catalogue.map(async (game) => (await get(`/images/covers/${guidOf(game)}.svg`)).text());
  expect(new Set(await Promise.all(covers)).size).toBe(catalogue.length);
});

it('draws a PNG when the request does not accept SVG', async () => {
  const headers = { accept: 'image/jpeg, image/png' };
  for (const path of ['/images/covers/3030-10005.svg', '/igdb/image/upload/t_cover_small/co7px.jpg']) {
    const bytes = Buffer.from(await (await get(path, headers)).arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
});

it('prints its address, responds, and exits on SIGTERM', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { env: { ...process.env, PORT: '0' } });
  const [line] = await once(child.stdout, 'data');
  const [url] = /http:\S+/.exec(String(line)) ?? [];
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
