import { describe, expect, it } from 'vitest';
import { channels } from '../src/youtube/channels.ts';
import type { CallReport, YoutubeFault } from './bodies.ts';
import { useSimulator } from './server.ts';

const { url, get, fail, json } = useSimulator();

const paths = {
  giantbomb: '/api/search/?api_key=simulator&format=json&query=zelda',
  youtube: `/youtube/v3/playlistItems?part=snippet&key=simulator&playlistId=${channels[0]?.uploadsPlaylistId}`,
} as const;
const providers = ['giantbomb', 'youtube'] as const;

describe.each(providers)('%s', (provider) => {
  const ask = () => get(paths[provider]);

  it.each([
    ['unauthorized', 401],
    ['not-found', 404],
    ['enhance-calm', 420],
    ['too-many', 429],
    ['server-error', 500],
  ])('responds to %s with %i until the failure is changed', async (mode, status) => {
    await fail(provider, { mode });
    expect((await ask()).status).toBe(status);
    expect((await ask()).status).toBe(status);
    await fail(provider, { mode: 'none' });
    expect((await ask()).status).toBe(200);
  });

  it('truncates bodies', async () => {
    await fail(provider, { mode: 'malformed' });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it('returns an HTML page', async () => {
    await fail(provider, { mode: 'html' });
    const response = await ask();
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
  });

  it('closes the connection', async () => {
    await fail(provider, { mode: 'down' });
    await expect(ask()).rejects.toThrow();
  });

  it('responds slowly', async () => {
    await fail(provider, { mode: 'slow', latency_ms: 150 });
    const start = performance.now();
    expect((await ask()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(140);
  });

  it('recovers after the requested number of failures', async () => {
    await fail(provider, { mode: 'server-error', times: 2 });
    const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
    expect(statuses).toEqual([500, 500, 200]);
    expect(await json('/simulator/failures')).toMatchObject({ [provider]: { mode: 'none' } });
  });
});

it("fails in each provider's format", async () => {
  await fail('giantbomb', { mode: 'unauthorized' });
  expect(await json(paths.giantbomb)).toMatchObject({ status_code: 100, error: 'Invalid API Key' });
  await fail('giantbomb', { mode: 'too-many' });
  expect(await json(paths.giantbomb)).toMatchObject({ status_code: 107 });
  await fail('youtube', { mode: 'quota' });
  const quota = await get(paths.youtube);
  expect(quota.status).toBe(403);
  expect(((await quota.json()) as YoutubeFault).error.errors[0]).toMatchObject({
    domain: 'youtube.quota',
    reason: 'quotaExceeded',
  });
  await fail('youtube', { mode: 'too-many' });
  expect((await json<YoutubeFault>(paths.youtube)).error).toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
});

it('does not affect the other providers and the pictures', async () => {
  await fail('giantbomb', { mode: 'down' });
  expect((await get(paths.youtube)).status).toBe(200);
  expect((await get('/images/covers/3030-10001.svg')).status).toBe(200);
});

it('takes down IGDB together with its tokens', async () => {
  await fail('igdb', { mode: 'down' });
  await expect(fetch(url('/oauth2/token'), { method: 'POST' })).rejects.toThrow();
});

it.each([{ mode: 'sad' }, {}, { mode: 'slow', latency_ms: -1 }, { mode: 'down', times: 0 }])(
  'rejects the failure %j',
  async (wish) => {
    expect((await fail('youtube', wish)).status).toBe(400);
    expect(await json('/simulator/failures')).toMatchObject({ youtube: { mode: 'none' } });
  },
);

it('rejects unknown providers, and a quota for a provider without one', async () => {
  expect((await fail('rawg', { mode: 'down' })).status).toBe(400);
  expect((await fail('igdb', { mode: 'quota' })).status).toBe(400);
});

it('lists the calls, including failed ones, without their keys', async () => {
  await get(paths.giantbomb);
  await fail('youtube', { mode: 'server-error' });
  await get(paths.youtube);
  const { counts, calls } = await json<CallReport>('/simulator/calls');
  expect(counts).toEqual({ giantbomb: 1, igdb: 0, wikidata: 0, steam: 0, youtube: 1 });
  expect(calls[0]).toEqual({
    provider: 'giantbomb',
    method: 'GET',
    path: '/api/search/',
    query: { format: 'json', query: 'zelda' },
    at: expect.stringMatching(/Z$/),
  });
  expect(calls[1]?.query).not.toHaveProperty('key');
  expect((await fetch(url('/simulator/calls'), { method: 'DELETE' })).status).toBe(204);
  expect(await json('/simulator/calls')).toEqual({
    counts: { giantbomb: 0, igdb: 0, wikidata: 0, steam: 0, youtube: 0 },
    calls: [],
  });
});
