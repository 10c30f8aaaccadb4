import { getGame, getGameDetails, listTimesToBeat } from '@nightshelf/contracts/calls/catalog.ts';
import { until } from '@nightshelf/testing/until.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Catalog, serve, startCatalog, storeGames } from './catalog.ts';

const zelda = '3030-10005';
const detailsOf = (catalog: Catalog, guid: string) => catalog.service.api.attempt(getGameDetails, { params: { guid } });

/** A misbehaving image host. */
const { url: hostUrl, seen } = await serve(({ url = '' }, response) => {
  if (url === '/moved') response.writeHead(302, { location: `${hostUrl}/secret` }).end();
  else if (url === '/script.svg') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  else if (url === '/endless') response.write(Buffer.alloc(5 * 1024 * 1024));
  else response.end('no picture at all');
});
const catalog = await startCatalog({ images: [hostUrl] });
const igdb = await startCatalog({ name: 'igdb' });

describe("with Giant Bomb's responses", () => {
  beforeEach(() => catalog.provider.forget());

  test("fetches a page's game and details with one request and its series with another, once", async () => {
    const [game, answer] = await Promise.all([
      catalog.service.api.attempt(getGame, { params: { guid: zelda } }),
      detailsOf(catalog, zelda),
    ]);
    expect(game.status).toBe(200);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        later: false,
        details: {
          genres: ['Adventure'],
          themes: ['Fantasy'],
          developers: ['Nintendo'],
          publishers: ['Nintendo'],
          times_to_beat: null,
          series: [{ name: 'The Legend of Zelda' }],
        },
      },
    });
    const { details } = answer.body;
    expect(details?.screenshots.length).toBeGreaterThan(3);
    expect(details?.similar_games.length).toBeGreaterThan(3);
    expect(details?.series[0]?.games.map(({ guid }) => guid)).toContain(zelda);
    // A response does not wait long for the colors of a cover.
    const colours = await until('its colors are stored', async () => {
      const { body } = await detailsOf(catalog, zelda);
      return body.colours.length > 0 && body.colours;
    });
    await catalog.cache.flushdb();
    expect((await detailsOf(catalog, zelda)).body.colours).toEqual(colours);
    expect(await catalog.provider.calls()).toHaveLength(2);
  });

  test('sorts series by release date, with the covers of stored games', async () => {
    const inOrder = async () => (await detailsOf(catalog, zelda)).body.details?.series[0]?.games ?? [];
    const before = await inOrder();
    expect(before.map(({ guid }) => guid).slice(0, 2)).toEqual(['3030-10001', '3030-10002']);
    await storeGames(catalog, before);
    await storeGames(catalog, [
      { guid: '3030-10001', name: 'The Legend of Zelda', original_release_date: '1986-02-21' },
      { guid: '3030-10003', name: 'A Link to the Past', original_release_date: '1985-01-01' },
    ]);
    const [first, second] = await inOrder();
    expect(first).toMatchObject({ guid: '3030-10003', original_release_date: '1985-01-01' });
    expect(second).toMatchObject({ guid: '3030-10001' });
  });

  test('shows details older than thirty days and refreshes them', async () => {
    await detailsOf(catalog, zelda);
    await catalog.cache.flushdb();
    await catalog.service.query(
      'update game_details set fetched_at = now() - interval \'31 days\', data = data || \'{"genres":["Old"]}\'',
    );
    await catalog.provider.forget();
    expect((await detailsOf(catalog, zelda)).body.details?.genres).toEqual(['Old']);
    // The provider allows one request per second.
    const genres = async () => (await detailsOf(catalog, zelda)).body.details?.genres;
    await expect.poll(genres, { timeout: 60_000 }).toEqual(['Adventure']);
    expect(await catalog.provider.calls()).toHaveLength(2);
  });

  test('returns no error while the provider is down, and fetches the details later', async () => {
    await storeGames(catalog, [{ guid: '3030-10016', name: 'Breath of the Wild' }]);
    await catalog.provider.fail('server-error', { times: 1 });
    expect(await detailsOf(catalog, '3030-10016')).toMatchObject({ status: 200, body: { details: null, later: true } });
    expect(await detailsOf(catalog, '3030-10016')).toMatchObject({
      status: 200,
      body: { later: false, details: { developers: ['Nintendo'] } },
    });
  });

  test('omits a series until it can be fetched, without another request for the game', async () => {
    await catalog.service.api.call(getGame, { params: { guid: '3030-10006' } });
    await catalog.provider.fail('server-error', { times: 1 });
    expect((await detailsOf(catalog, '3030-10006')).body).toMatchObject({ later: true, details: { series: [] } });
    await catalog.cache.del('catalog:details:v1:3030-10006');
    expect((await detailsOf(catalog, '3030-10006')).body).toMatchObject({ later: false });
    expect((await catalog.provider.calls()).filter((path) => path.includes('/game/'))).toHaveLength(1);
  });

  test("returns no details for another provider's game, and 404 for an unknown one", async () => {
    await storeGames(catalog, [{ guid: 'igdb-800', name: 'Other' }]);
    expect((await detailsOf(catalog, 'igdb-800')).body).toMatchObject({ details: null, later: false, colours: [] });
    for (const guid of ['igdb-999', '3030-999999999', 'search', 'library']) {
      expect(await detailsOf(catalog, guid)).toMatchObject({ status: 404, body: { code: 'catalog.game_not_found' } });
    }
  });

  test.each(['/moved', '/script.svg', '/endless', '/nothing'])(
    'returns no colours for a cover at %s, and does not fail',
    async (path) => {
      const guid = `igdb-9${path.length}`;
      const image = { small_url: `${hostUrl}${path}`, medium_url: null, thumb_url: null, screen_large_url: null };
      await storeGames(catalog, [{ guid, name: `Cover ${path}`, image }]);
      seen.length = 0;
      expect((await detailsOf(catalog, guid)).body.colours).toEqual([]);
      await expect
        .poll(() => catalog.service.query(`select colours from cover_colours where guid = '${guid}'`), {
          timeout: 30_000,
        })
        .toEqual([{ colours: null }]);
      await detailsOf(catalog, guid);
      expect(seen.map(({ url }) => url)).toEqual([path]);
    },
  );

  test('does not fetch a cover from another host', async () => {
    const elsewhere = hostUrl.replace('127.0.0.1', 'localhost');
    const image = { small_url: `${elsewhere}/inside`, medium_url: null, thumb_url: null, screen_large_url: null };
    await storeGames(catalog, [{ guid: 'igdb-77', name: 'Elsewhere', image }]);
    seen.length = 0;
    expect((await detailsOf(catalog, 'igdb-77')).body.colours).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe("with IGDB's responses", () => {
  const guid = `igdb-${10005 * 3 + 7}`;

  test('fetches sorted series, times to beat and images once with two requests', async () => {
    const { body } = await detailsOf(igdb, guid);
    expect(body).toMatchObject({
      later: false,
      details: {
        genres: ['Adventure'],
        developers: ['Nintendo'],
        series: [{ name: 'The Legend of Zelda' }],
        times_to_beat: { hastily: expect.any(Number), normally: expect.any(Number), count: expect.any(Number) },
      },
    });
    const { screenshots = [], similar_games: similar = [], series = [] } = body.details ?? {};
    expect(series[0]?.games[0]).toMatchObject({ name: 'The Legend of Zelda', original_release_date: '1986-02-21' });
    expect(similar.length).toBeGreaterThan(3);
    expect(screenshots.length).toBeGreaterThan(3);
    await detailsOf(igdb, guid);
    const paths = (await igdb.provider.calls()).filter((path) => path.startsWith('/v4/'));
    expect(paths.map((path) => path.split('?')[0])).toEqual(['/v4/games', '/v4/game_time_to_beats']);
  });

  test('fetches times for many stored games together, once', async () => {
    const { api } = igdb.service;
    const [first, second, withoutTimes] = [`igdb-${10006 * 3 + 7}`, `igdb-${10007 * 3 + 7}`, `igdb-${60063 * 3 + 7}`];
    await storeGames(
      igdb,
      [first, second, withoutTimes].map((stored) => ({ guid: stored, name: `Game ${stored}` })),
    );
    await igdb.provider.forget();
    const guids = [guid, first, second, withoutTimes, 'igdb-4', '3030-1'].join();
    const times = async () => (await api.call(listTimesToBeat, { query: { guids } })).times;
    await igdb.provider.fail('server-error', { times: 1 });
    const { body } = await api.attempt(listTimesToBeat, { query: { guids } });
    expect(body).toMatchObject({ later: true });
    const known = await times();
    const listed = (known_: typeof known) => known_.map(({ guid: of }) => of).toSorted();
    expect(listed(known)).toEqual(expect.arrayContaining([first, second]));
    expect(listed(known)).not.toContain('igdb-4');
    expect(known[0]?.times_to_beat).toMatchObject({ hastily: expect.any(Number), count: expect.any(Number) });
    expect(listed(await times())).toEqual(listed(known));
    expect(await igdb.provider.calls()).toHaveLength(2);
    expect(await igdb.service.query('select count(*)::int from game_times')).toEqual([{ count: 3 }]);

    // After thirty days they are fetched again; until that works the old ones remain.
    await igdb.service.query("update game_times set fetched_at = now() - interval '31 days'");
    await igdb.provider.fail('server-error', { times: 1 });
    expect(listed(await times())).toEqual(listed(known));
    expect(listed(await times())).toEqual(listed(known));
    expect(await igdb.provider.calls()).toHaveLength(4);
  });

  test.each(['', ',', 'igdb-1,', 'igdb-1,,igdb-2', 'a b', Array.from({ length: 101 }, (_, i) => `igdb-${i}`).join()])(
    'rejects "%s" as the games to return times for',
    async (guids) => {
      const query = new URLSearchParams({ guids });
      expect((await igdb.service.api.send('GET', `/api/games/times?${query}`)).status).toBe(422);
    },
  );

  test('returns no times for a game without reports', async () => {
    const { body } = await detailsOf(igdb, `igdb-${60062 * 3 + 7}`);
    expect(body).toMatchObject({ later: false, details: { times_to_beat: null, screenshots: [] } });
  });
});
