import { describe, expect, it } from 'vitest';
import { type CallReport, first, type IgdbGame } from './bodies.ts';
import { useSimulator } from './server.ts';

const { url, json, fail } = useSimulator();

const tokenPath = '/oauth2/token?client_id=simulator&client_secret=simulator&grant_type=client_credentials';

async function token(): Promise<string> {
  const response = await fetch(url(tokenPath), { method: 'POST' });
  const body = (await response.json()) as { access_token: string };
  expect(body).toEqual({ access_token: expect.any(String), expires_in: expect.any(Number), token_type: 'bearer' });
  return body.access_token;
}

async function ask(body: string, headers: Record<string, string> = {}, path = '/v4/games') {
  const access = { 'client-id': 'simulator', authorization: `Bearer ${await token()}`, ...headers };
  const response = await fetch(url(path), { method: 'POST', headers: access, body });
  return { status: response.status, body: await response.json() };
}

const fields =
  'fields name,slug,summary,first_release_date,cover.image_id,platforms.id,platforms.name,platforms.abbreviation;';

async function games(body: string) {
  const answer = await ask(body);
  expect(answer.status).toBe(200);
  return answer.body as IgdbGame[];
}

describe('games', () => {
  it('returns search results as a bare array with the requested fields', async () => {
    const body = await games(`search "ocarina"; ${fields} limit 10; offset 0;`);
    expect(body).toHaveLength(1);
    const game = first(body);
    expect(game).toMatchObject({
      name: 'The Legend of Zelda: Ocarina of Time',
      slug: 'the-legend-of-zelda-ocarina-of-time',
      first_release_date: Date.UTC(1998, 10, 21) / 1000,
      cover: { id: expect.any(Number), image_id: expect.stringMatching(/^co/) },
    });
    expect(game.platforms[0]).toEqual({ id: 4, name: 'Nintendo 64', abbreviation: 'N64' });
    expect(game).not.toHaveProperty('genres');
  });

  it('leaves out unknown values, and returns ids for references that are not expanded', async () => {
    const body = await games('search "elder scrolls vi"; fields name,first_release_date,platforms,genres; limit 50;');
    const unannounced = first(body.filter(({ name }) => name === 'The Elder Scrolls VI'));
    expect(Object.keys(unannounced).sort()).toEqual(['genres', 'id', 'name']);
    expect(unannounced.genres).toEqual([12]);
  });

  it('expands references to the requested depth', async () => {
    const [game] = await games(
      'search "ocarina"; fields collections.name,collections.games.cover.image_id,involved_companies.company.name,screenshots.image_id; limit 1;',
    );
    expect(game).toEqual({
      id: expect.any(Number),
      collections: [
        {
          id: expect.any(Number),
          name: 'The Legend of Zelda',
          games: expect.arrayContaining([{ id: 10005 * 3 + 7, cover: { id: expect.any(Number), image_id: 'co7px' } }]),
        },
      ],
      involved_companies: [{ id: expect.any(Number), company: { id: expect.any(Number), name: 'Nintendo' } }],
      screenshots: expect.arrayContaining([{ id: expect.any(Number), image_id: 'sc7px_1' }]),
    });
  });

  it('returns times to beat, and nothing when there are none', async () => {
    const times = async (id: number) =>
      (await ask(`fields *; where game_id = ${id * 3 + 7}; limit 1;`, {}, '/v4/game_time_to_beats')).body;
    const [known] = (await times(10005)) as [{ hastily: number; normally: number; completely: number }];
    expect(known).toMatchObject({ game_id: 10005 * 3 + 7, count: expect.any(Number) });
    expect(known.hastily).toBeLessThan(known.normally);
    expect(known.normally).toBeLessThan(known.completely);
    expect(await times(60062)).toEqual([]);
  });

  it('finds games by ids, in pages', async () => {
    const body = await games('search "mario"; fields name; limit 3; offset 2;');
    expect(body).toHaveLength(3);
    const ids = body.map(({ id }) => id);
    const again = await games(`fields name; where id = (${ids.join(',')}); limit 10;`);
    expect(new Set(again.map(({ id }) => id))).toEqual(new Set(ids));
  });

  it('serves the covers that it names', async () => {
    const body = await games('search "tetris"; fields cover.image_id,cover.url; limit 1;');
    const picture = await fetch(url(`/igdb/image/upload/t_cover_big/${first(body).cover.image_id}.jpg`));
    expect(await picture.text()).toContain('<title>Tetris</title>');
    expect(first(body).cover.url).toMatch(/^\/\/localhost:\d+\/igdb\/image\/upload\/t_thumb\/co\w+\.jpg$/);
  });

  it.each(['limit 501;', 'search zelda; fields name;', 'where colour = 3;', 'limit many;', 'drop table;'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await ask(query);
      expect(status).toBe(400);
      expect(body).toEqual([{ title: expect.any(String), status: 400, cause: expect.any(String) }]);
    },
  );
});

describe('access', () => {
  it('rejects requests without a valid token or with another client id', async () => {
    const strangers: Record<string, string>[] = [{ authorization: 'Bearer stolen' }, { 'client-id': 'another' }];
    for (const headers of strangers) {
      const { status, body } = await ask('fields name;', headers);
      expect(status).toBe(401);
      expect(body).toMatchObject({ message: 'Authorization Failure. Have you tried:' });
    }
  });

  it.each([
    ['client_id=wrong&client_secret=simulator&grant_type=client_credentials', 400, 'invalid client'],
    ['client_id=simulator&client_secret=wrong&grant_type=client_credentials', 403, 'invalid client secret'],
    ['client_id=simulator&client_secret=simulator', 400, 'missing grant type'],
  ])('issues no token for %s', async (query, status, message) => {
    const response = await fetch(url(`/oauth2/token?${query}`), { method: 'POST' });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ status, message });
  });

  it('accepts credentials in a form', async () => {
    const body = new URLSearchParams(tokenPath.split('?')[1]);
    expect((await fetch(url('/oauth2/token'), { method: 'POST', body })).status).toBe(200);
  });
});

it('issues tokens while the games fail, without using up the failure', async () => {
  await fail('igdb', { mode: 'too-many', times: 1 });
  expect(await ask('fields name;')).toEqual({ status: 429, body: { message: 'Too Many Requests' } });
  expect((await ask('fields name;')).status).toBe(200);
  expect((await json<CallReport>('/simulator/calls')).counts.igdb).toBe(4);
});
