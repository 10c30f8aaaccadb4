import { listActions, undoAction } from '@nightshelf/contracts/calls/history.ts';
import { addEntry, addExternalEntry, restoreEntry } from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import { type LibraryEntry, vaultLimits } from '@nightshelf/contracts/library-entry.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { expect, test } from 'vitest';
import {
  confirm,
  described,
  endUndo,
  Player,
  someGuid,
  someUser,
  startInstance,
  startLibrary,
  stored,
} from './helpers.ts';

const service = await startLibrary();

/** Fills a user's vault with copies of an entry. */
const fill = (client: Player, copies: number) =>
  service.query(
    `insert into entries select copy.* from (select * from entries where user_id = $1 limit 1) e
     cross join generate_series(1, $2::int) n
     cross join lateral jsonb_populate_record(
       null::entries, to_jsonb(e) || jsonb_build_object('id', gen_random_uuid(), 'guid', 'copy-' || n)) as copy`,
    [client.userId, copies],
  );

/** Returns almost the longest valid description. */
function longest(guid: string) {
  const address = `https://images.example/${'x'.repeat(2000)}`;
  const platforms = Array.from({ length: 100 }, (_, id) => ({
    id,
    guid: 'g'.repeat(80),
    name: 'n'.repeat(200),
    abbreviation: 'a'.repeat(40),
  }));
  const image = { small_url: address, medium_url: address, thumb_url: address, screen_large_url: address };
  return { ...described(guid, '\u30b2'.repeat(500)), image, platforms };
}

/** Wider characters take six bytes each. */
const tooLong = (guid: string) => ({
  ...longest(guid),
  platforms: longest(guid).platforms.map((one) => ({ ...one, name: '\u30b2'.repeat(200) })),
});

test('accepts 20,000 games and no more, from every call and concurrently', async () => {
  const client = someUser(service);
  const games = await Promise.all(Array.from({ length: 4 }, () => confirm(service)));
  const [first, second, third] = games.map(({ guid }) => guid);
  const { user_game } = await client.call(addEntry, { body: { game_guid: first ?? '' } });
  await fill(client, vaultLimits.entries - 2);
  const answers = await Promise.all([
    client.attempt(addEntry, { body: { game_guid: second } }),
    client.attempt(addEntry, { body: { game_guid: third } }),
    client.attempt(addExternalEntry, { body: described(someGuid()) }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.code).toBe('library.vault_full');
  await client.remove(user_game);
  await client.call(addExternalEntry, { body: described(someGuid()) });
  const before = await stored(service);
  const refused = await client.attempt(restoreEntry, { params: { id: user_game.id } });
  expect([refused.status, refused.body.code]).toEqual([422, 'library.vault_full']);
  expect(await stored(service)).toEqual(before);
  expect(await client.vault()).toHaveLength(vaultLimits.entries);
});

test('returns 422 for a description above 64 KB and stores nothing', async () => {
  const client = someUser(service);
  const before = await stored(service);
  const { status, body } = await client.attempt(addExternalEntry, { body: tooLong(someGuid()) });
  expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([
    422,
    'library.description_too_long',
    ['description'],
  ]);
  expect(await stored(service)).toEqual(before);
  expect((await client.attempt(addExternalEntry, { body: longest(someGuid()) })).status).toBe(201);
});

test('limits the descriptions of a user before the service runs out of memory', async () => {
  const instance = await startInstance(service, { NODE_OPTIONS: '--max-old-space-size=256' });
  const clients = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const client = new Player({ ...service, url: instance.url });
      await client.call(addExternalEntry, { body: longest(someGuid()) });
      return client;
    }),
  );
  for (const client of clients) {
    const entries = await fillDescribed(client);
    const full = await client.attempt(addExternalEntry, { body: longest(someGuid()) });
    expect([full.status, full.body.code]).toEqual([422, 'library.vault_full']);
    expect(entries).toBeGreaterThan(250);
  }
  for (let round = 0; round < 2; round += 1) {
    const vaults = await Promise.all(clients.map((client) => client.call(listWholeLibrary, {})));
    for (const { library } of vaults) expect(library.every(isWhole)).toBe(true);
    // A new version forces a rebuild.
    await service.query('update libraries set version = version + 1');
  }
}, 180_000);

const isWhole = ({ game }: LibraryEntry) => game.platforms.length === 100;

/** Copies the user's description up to the limit. @returns the number of entries */
async function fillDescribed(client: Player): Promise<number> {
  const copies = await service.query(
    `insert into described_games
     select user_id, 'copy-' || n, summary, image_url, platform_names
     from described_games, generate_series(1, (16 * 1024 * 1024 / octet_length(summary)) - 1) n where user_id = $1
     returning guid`,
    [client.userId],
  );
  await fill(client, copies.length);
  return copies.length + 1;
}

test('restores games to lists long after their removal without exceeding the limit of all lists', async () => {
  const client = someUser(service);
  const leaving = await client.addSeveral(2);
  await client.makeList(leaving, 'Left');
  for (const entry of leaving) await client.remove(entry, 'both');
  await endUndo(service);
  await client.remove(await client.addSome());
  // Fills all lists but one place.
  await service.query(
    `with lists as (
       insert into game_lists (id, user_id, name, version, words_version)
       select gen_random_uuid(), $1, 'List ' || n, 1, 1 from generate_series(1, $2::int / $3::int) n returning id)
     insert into listed_games (list_id, entry_id, rank)
     select id, gen_random_uuid(), n from lists, generate_series(1, $3::int) n limit $2::int - 1`,
    [client.userId, listRules.places, listRules.games],
  );
  const { actions } = await client.call(listActions, { query: {} });
  const step = actions.find(({ games }) => games === 2)?.step ?? 0;
  const undone = await client.call(undoAction, { params: { step }, body: {} });
  expect(undone).toMatchObject({ undone: 2, stayed: 0 });
  expect(await service.query('select count(*)::int as places from listed_games')).toEqual([
    { places: listRules.places },
  ]);
});
