import { randomUUID } from 'node:crypto';
import { workDone } from '@nightshelf/testing';
import { beforeAll, expect, test } from 'vitest';
import { importParts } from '../src/imports/import-parts.ts';
import { refuseOverfullDay, roomInJournal } from '../src/journal/sessions.ts';
import { listGameLists } from '../src/lists/game-lists.ts';
import { putBeside } from '../src/lists/order.ts';
import { startLibrary } from './helpers.ts';

const service = await startLibrary();
const userId = randomUUID();
const entries = 5000;
const lists = 100;

/** Creates one large vault among many small ones. */
beforeAll(async () => {
  // Skips the history, which these tests do not need and which takes most of the time.
  await service.query('alter table entries disable trigger user');
  await service.query(
    `insert into entries (id, user_id, guid, status, date_added, version)
     select gen_random_uuid(), case when n <= $2 then $1::uuid else md5((n / 2)::text)::uuid end, 'game ' || n, 'playing', now(), 1
     from generate_series(1, $2::int * 40) n`,
    [userId, entries],
  );
  await service.query(
    `insert into game_lists (id, user_id, name, version, words_version)
     select gen_random_uuid(), $1, 'List ' || n, 1, 1 from generate_series(1, $2::int) n`,
    [userId, lists],
  );
  await service.query(
    `insert into listed_games (list_id, entry_id, rank)
     select l.id, e.id, row_number() over (partition by l.id order by e.id) * 1000000
     from (select id, row_number() over (order by id) as nth from game_lists) l
     join (select id, row_number() over (order by id) as nth from entries where user_id = $1) e
       on l.nth <= 4 or e.nth % $2 = l.nth - 1`,
    [userId, lists],
  );
  await service.query(
    `insert into play_sessions (id, user_id, entry_id, version, day, minutes, spoiler, counts)
     select gen_random_uuid(), $1, e.id, 1, date '2020-01-01' + (row_number() over ())::int % 2000, 30, false, true
     from entries e, generate_series(1, 4) n where e.user_id = $1`,
    [userId],
  );
}, 120_000);

const done = (act: Parameters<typeof workDone>[1]) => workDone(service.env.DATABASE_URL ?? '', act);

test('lists a hundred lists without reading every game of the vault for each', async () => {
  const { rows } = await done((em) => listGameLists(em, userId));
  expect(rows).toBeLessThan(entries * 30);
});

test('moves a game in a long list without reading the list', async () => {
  const [list] = await service.query<{ id: string; entry: string; neighbour: string }>(
    `select list_id as id, (array_agg(entry_id order by rank))[4] as entry,
       (array_agg(entry_id order by rank))[4000] as neighbour
     from listed_games group by list_id order by count(*) desc limit 1`,
  );
  const { id = '', entry = '', neighbour = '' } = list ?? {};
  for (const place of [{ before: neighbour }, { after: neighbour }]) {
    const { rows } = await done((em) => putBeside(em, id, entry, place));
    expect(rows).toBeLessThan(20);
  }
});

test('logs a session without reading the games of all sessions', async () => {
  const { pages } = await done((em) => refuseOverfullDay(em, userId, '2020-01-02', true));
  expect(pages).toBeLessThan(100);
  expect((await done((em) => roomInJournal(em, userId))).pages).toBeLessThan(600);
});

test('imports sessions without counting the whole journal for each one', async () => {
  const options = { rating_of: 10, status: 'playing' } as const;
  const due = { id: randomUUID(), user_id: userId, rule: 'fill_empty' as const, options };
  await service.query(
    `insert into imports (id, user_id, name, source, options, rule, status, rows, begun_at, touched_at)
     values ($1, $2, 'vault.json', 'nightshelf', '{}', 'fill_empty', 'running', 1, now(), now())`,
    [due.id, userId],
  );
  await service.query(
    `insert into import_rows (import_id, position, given, problems, match, guid, alternatives, fate)
     values ($1, 1, '{"guid": "game 1"}', '[]', 'exact', 'game 1', '[]', 'unchanged')`,
    [due.id],
  );
  await service.query(
    `insert into import_parts (import_id, position, kind, given)
     select $1, n, 'session', jsonb_build_object('kind', 'session', 'guid', 'game 1', 'day', date '2010-01-01' + n,
       'minutes', 30, 'note', 'Note ' || n, 'spoiler', false, 'playthrough', null)
     from generate_series(1, 100) n`,
    [due.id],
  );
  const made: unknown[] = [];
  const { rows } = await done(async (em) => {
    await importParts({ em, publish: () => {}, notifyClients: () => {} }, due);
    made.push(
      ...(await em.execute('select fate from import_parts where import_id = ? and fate = ?', [due.id, 'added'])),
    );
  });
  expect(made).toHaveLength(100);
  expect(rows).toBeLessThan(entries * 4 * 2);
});
