import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { first, type GiantBombList } from './bodies.ts';
import { useSimulator } from './server.ts';

const { url, get, json } = useSimulator({ publicUrl: 'http://pictures.test' });

const search = (query: string, more = '') =>
  json<GiantBombList>(
    `/api/search/?api_key=simulator&format=json&resources=game&query=${encodeURIComponent(query)}${more}`,
  );
/** The other fields of a reference, besides id and name. */
const anything = { api_detail_url: expect.any(String), site_detail_url: expect.any(String) };

const names = (body: GiantBombList) => body.results.map(({ name }) => name);

describe('search', () => {
  it("returns complete games in the provider's envelope", async () => {
    const body = await search('ocarina of time');
    expect(body).toMatchObject({
      error: 'OK',
      limit: 10,
      offset: 0,
      number_of_page_results: 1,
      number_of_total_results: 1,
      status_code: 1,
      version: '1.0',
    });
    const game = first(body.results);
    expect(game).toMatchObject({
      name: 'The Legend of Zelda: Ocarina of Time',
      original_release_date: '1998-11-21',
      aliases: expect.stringMatching(/Toki no Ocarina\r?\nOoT/),
      original_game_rating: [{ id: 6, name: 'ESRB: E', api_detail_url: expect.any(String) }],
      number_of_user_reviews: expect.any(Number),
      resource_type: 'game',
      expected_release_year: null,
      date_added: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(game.guid).toBe(`3030-${game.id}`);
    expect(game.description).toMatch(/Overview<\/(h2|strong)>.*<p>Seven years pass/);
    expect(game.platforms?.[0]).toEqual({
      api_detail_url: 'https://www.giantbomb.com/api/platform/3045-43/',
      id: 43,
      name: 'Nintendo 64',
      site_detail_url: 'https://www.giantbomb.com/nintendo-64/3045-43/',
      abbreviation: 'N64',
    });
    for (const size of ['icon', 'medium', 'screen', 'screen_large', 'small', 'super', 'thumb', 'tiny', 'original']) {
      expect(game.image[`${size}_url`]).toMatch(/^http:\/\/pictures\.test\/images\/covers\/3030-\d+\.svg\?size=/);
    }
  });

  it.each(['zelda', 'mario', 'final fantasy', 'popular'])('finds many games for %s', async (query) => {
    expect((await search(query, '&limit=20')).results.length).toBeGreaterThanOrEqual(20);
  });

  it('accepts words in any order, prefixes, aliases, and text without accents', async () => {
    expect(names(await search('wild breath'))[0]).toBe('The Legend of Zelda: Breath of the Wild');
    expect(names(await search('metr prim'))).toContain('Metroid Prime');
    expect(names(await search('biohazard 4'))[0]).toBe('Resident Evil 4');
    expect(names(await search('ghost of yotei'))[0]).toBe('Ghost of Yōtei');
    expect(names(await search('doom'))[0]).toBe('Doom');
  });

  it('does not tolerate typos', async () => {
    expect(await search('zlda')).toMatchObject({ results: [], number_of_total_results: 0, status_code: 1 });
  });

  it('pages without repeating or losing a game', async () => {
    const first = await search('mario', '&limit=8&page=1');
    const second = await search('mario', '&limit=8&page=2');
    expect(second).toMatchObject({ limit: 8, offset: 8 });
    expect(new Set([...names(first), ...names(second)]).size).toBe(16);
    const all = await search('mario', '&limit=500');
    expect(all.limit).toBe(100);
    expect(all.results).toHaveLength(all.number_of_total_results);
  });

  it('returns only the requested fields', async () => {
    const { results } = await search('tetris', '&field_list=guid,name');
    expect(Object.keys(first(results)).sort()).toEqual(['guid', 'name', 'resource_type']);
  });

  it('has no release date for a vague or missing date', async () => {
    const [invaders] = (await search('space invaders')).results;
    expect(invaders).toMatchObject({
      original_release_date: null,
      expected_release_year: 1978,
      expected_release_month: 6,
    });
    const [scrolls] = (await search('elder scrolls vi')).results.slice(-1);
    expect(scrolls).toMatchObject({ original_release_date: null, platforms: null, original_game_rating: null });
  });
});

describe('games and game', () => {
  it('lists at most a hundred games from an offset, filtered and sorted', async () => {
    const page = await json('/api/games/?api_key=simulator&format=json&limit=1000&offset=100');
    expect(page).toMatchObject({ limit: 100, offset: 100, number_of_page_results: 100 });
    const dated = await json<GiantBombList>(
      '/api/games?api_key=simulator&format=json&filter=platforms:43,original_release_date:1998-01-01|1998-12-31&sort=original_release_date:desc',
    );
    expect(names(dated)[0]).toBe('The Legend of Zelda: Ocarina of Time');
    const wrong = await json('/api/games?api_key=simulator&format=json&filter=colour:red');
    expect(wrong).toMatchObject({ status_code: 104, error: 'Filter Error', results: [] });
  });

  it("returns a game with its details, and the provider's error for an unknown one", async () => {
    const body = await json<{ results: object }>('/api/game/3030-10005/?api_key=simulator&format=json');
    expect(body).toMatchObject({ status_code: 1, limit: 1, number_of_total_results: 1 });
    expect(body.results).toMatchObject({
      guid: '3030-10005',
      developers: [{ name: 'Nintendo' }],
      genres: [{ name: 'Adventure' }],
      publishers: [{ name: 'Nintendo' }],
      themes: [{ name: 'Fantasy' }],
      franchises: [{ name: 'The Legend of Zelda' }],
      similar_games: expect.arrayContaining([{ ...anything, id: expect.any(Number), name: expect.any(String) }]),
      releases: null,
    });
    expect(await json('/api/game/3030-999999/?api_key=simulator&format=json')).toEqual({
      error: 'Object Not Found',
      limit: 0,
      offset: 0,
      number_of_page_results: 0,
      number_of_total_results: 0,
      status_code: 101,
      results: [],
    });
    expect(await json('/api/game/zelda/?api_key=simulator&format=json')).toMatchObject({ status_code: 102 });
  });

  it('returns a franchise with its games, and screenshots of them', async () => {
    type Detail = { results: { franchises: { id: number }[]; images: { super_url: string; tags: string }[] } };
    const { results } = await json<Detail>('/api/game/3030-10005/?api_key=simulator&format=json');
    const franchise = await json<{ results: { games: { id: number; name: string }[] } }>(
      `/api/franchise/3025-${first(results.franchises).id}/?api_key=simulator&format=json&field_list=name,games`,
    );
    const inOrder = franchise.results.games.map(({ name }) => name);
    expect(inOrder.slice(0, 2)).toEqual(['The Legend of Zelda', 'Zelda II: The Adventure of Link']);
    const shots = results.images.filter(({ tags }) => tags.includes('Screenshots'));
    expect(shots.length).toBeGreaterThan(3);
    const { pathname } = new URL(first(shots).super_url);
    expect(await (await get(pathname)).text()).toMatch(/^<svg /);
    expect((await get(pathname.replace('/1.svg', '/99.svg'))).status).toBe(404);
    expect(await json('/api/franchise/3025-1/?api_key=simulator&format=json')).toMatchObject({ status_code: 101 });
  });

  it('returns XML by default, and JSONP on request', async () => {
    const xml = await get('/api/game/3030-10005/?api_key=simulator');
    expect(xml.headers.get('content-type')).toContain('text/xml');
    expect(await xml.text()).toContain('<name>The Legend of Zelda: Ocarina of Time</name>');
    const jsonp = await get('/api/game/3030-10005/?api_key=simulator&format=jsonp&json_callback=got');
    expect(await jsonp.text()).toMatch(/^got\(\{"error":"OK"/);
    expect(await json('/api/game/3030-10005/?api_key=simulator&format=jsonp')).toMatchObject({ status_code: 103 });
  });
});

describe('access', () => {
  it("rejects a wrong key with the provider's error", async () => {
    const response = await get('/api/search/?api_key=wrong&format=json&query=zelda');
    expect(response.status).toBe(401);
    expect(await response.text()).toBe(
      '{"error":"Invalid API Key","limit":0,"offset":0,"number_of_page_results":0,"number_of_total_results":0,"status_code":100,"results":[]}',
    );
  });

  it.each([undefined, 'curl/8.5.0', 'python-requests/2.31', 'node'])('rejects the user agent %s', async (name) => {
    const { status, type } = await new Promise<{ status?: number; type?: string }>((resolve, reject) => {
      request(url('/api/search/?api_key=simulator&format=json'), { headers: name ? { 'user-agent': name } : {} })
        .on('response', (response) => {
          response.resume();
          resolve({ status: response.statusCode, type: response.headers['content-type'] });
        })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
    expect(type).toContain('text/html');
  });
});
