import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { exportVault, exportVaultFor, exportVaultTable } from '@nightshelf/contracts/calls/exports.ts';
import { addEntry, addExternalEntry } from '@nightshelf/contracts/calls/library.ts';
import { expect, test } from 'vitest';
import {
  confirm,
  described,
  fillVault,
  someGame,
  someUser,
  startInstance,
  startLibrary,
  storeGames,
} from './helpers.ts';

const service = await startLibrary();

type Whole = Readonly<Record<'entries' | 'playthroughs' | 'sessions' | 'lists', readonly object[]>>;

test('exports a vault as a table that spreadsheets do not execute, and whole as JSON', async () => {
  const client = someUser(service);
  const fields = { rating: 9, hours_played: 12.5, platform_id: 139, tags: ['co-op', 'a|b'] };
  const game = await confirm(service, someGame({ guid: 'igdb-1942', name: '=HYPERLINK("x"),\nor not' }));
  const body = { game_guid: game.guid, status: 'completed', ...fields } as const;
  const { user_game } = await client.call(addEntry, { body });
  await client.edit(user_game, { is_shared: true });
  await client.call(addExternalEntry, { body: { ...described('3030-7', '東京'), status: 'dropped' } });
  const unknown = { game_guid: 'other-1', known_only: false, platform_id: 'not_listed' } as const;
  await client.call(addEntry, { body: unknown });

  const table = await client.fetch(exportVaultTable.path);
  expect(table.headers.get('content-type')).toContain('text/csv');
  expect(table.headers.get('content-disposition')).toMatch(/^attachment; filename="nightshelf-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = Buffer.from(await table.arrayBuffer());
  const [known, other, foreign] = await Promise.all(['igdb-1942', '3030-7', 'other-1'].map((guid) => dateOf(guid)));
  expect(bytes.toString()).toBe(
    [
      '\ufefftitle,year,guid,igdb_id,giant_bomb_id,status,rating,hours_played,platform,platform_id,tags,is_shared,date_added',
      `東京,2001,3030-7,,7,dropped,,,,,,false,${other}`,
      `"'=HYPERLINK(""x""),\nor not",2017,igdb-1942,1942,,completed,9,12.5,Wii U,139,co-op|a\\|b,true,${known}`,
      `,,other-1,,,want_to_play,,,Not Listed,not_listed,,false,${foreign}`,
      '',
    ].join('\r\n'),
  );

  const forYamtrack = await client.fetch(exportVaultFor.path.replace(':format', 'yamtrack'));
  expect(forYamtrack.headers.get('content-disposition')).toMatch(/filename="nightshelf-yamtrack-[-\d]{10}\.csv"$/);
  const [columns, ...lines] = (await forYamtrack.text()).split(/\n(?=[-\w]+,(?:igdb|manual),)/);
  expect(columns).toMatch(/^media_id,source,media_type,title,/);
  expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
    '3030-7,manual,game',
    '1942,igdb,game',
    'other-1,manual,game',
  ]);
  expect((await client.fetch(exportVaultFor.path.replace(':format', 'else'))).status).toBe(404);

  const playthrough = await client.addPlaythrough(user_game, { hours: 4 });
  const session = { day: '2026-03-01', minutes: 30, note: 'The end', playthrough_id: playthrough.id };
  await client.logSession(user_game, session);
  await client.makeList([user_game], 'Top');
  const whole: Whole = JSON.parse(await (await client.fetch(exportVault.path)).text());
  expect(whole).toMatchObject({ format: 'nightshelf', version: 1 });
  expect(whole.entries).toHaveLength(3);
  const exported = { ...fields, hours_played: 13, guid: game.guid, title: game.name, year: 2017 };
  expect(whole.entries[1]).toMatchObject(exported);
  expect(whole.playthroughs).toMatchObject([{ id: playthrough.id, guid: game.guid, game: game.name, hours: 4 }]);
  expect(whole.sessions).toMatchObject([{ guid: game.guid, ...session }]);
  expect(whole.lists).toEqual([
    { name: 'Top', description: null, games: [{ guid: game.guid, name: game.name, note: null }] },
  ]);

  expect(await (await someUser(service).fetch(exportVault.path)).json()).toMatchObject({ entries: [], lists: [] });
  expect((await fetch(service.url + exportVault.path)).status).toBe(401);
});

const dateOf = async (guid: string) => {
  const [row] = await service.query<{ date_added: Date }>('select date_added from entries where guid = $1', [guid]);
  return row?.date_added.toISOString();
};

test('exports 10,000 entries to several slow clients concurrently in little memory', async () => {
  const entries = 10_000;
  const client = someUser(service);
  await storeGames(service.query, entries);
  // The process itself needs half of this; the four files have 60 MB, and their source data more than twice that.
  const instance = await startInstance(service, { NODE_OPTIONS: '--max-old-space-size=128' });
  await fillVault(service, client.userId, entries);
  await service.query(
    `update entries set tags = array(select repeat('t', 37) || j from generate_series(1, 30) j) where user_id = $1`,
    [client.userId],
  );
  const receive = async ({ path }: { readonly path: string }) => {
    const response = await client.fetch(path, instance.url);
    // Data that is not fetched yet waits in the database, not in this process.
    await pause(200);
    if (!response.body) throw new Error('Nothing came');
    return (await buffer(response.body)).toString();
  };
  const [whole = '', table = ''] = await Promise.all(
    [exportVault, exportVaultTable, exportVault, exportVault].map(receive),
  );
  expect(JSON.parse(whole).entries).toHaveLength(entries);
  expect(new Set(table.split('\r\n').map((line) => line.split(',')[2])).size).toBe(entries + 2);
});
