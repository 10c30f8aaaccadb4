import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { startWithCatalog } from './catalog-stub.ts';
import { confirm, type Player, someGame, someUser, stored, userWithEntry } from './helpers.ts';
import { runImport, sendImport } from './import-helpers.ts';

const { service } = await startWithCatalog();

const { keepHistory, listEntryHistory, listHistory, readVaultAt, restoreStep } = historyCalls;

const historyOf = (client: Player, { id }: { id: string }, query = {}) =>
  client.call(listEntryHistory, { params: { id }, query });
const stepsOf = async (client: Player, entry: { id: string }) => (await historyOf(client, entry)).steps;
const goBack = async (client: Player, { id }: { id: string }, step: number, body = {}) =>
  (await client.call(restoreStep, { params: { id, step }, body })).user_game;
const at = async (client: Player, date: string) => (await client.call(readVaultAt, { query: { date } })).games;
/** Returns the database's current time. */
const now = async () => {
  const [row] = await service.query<{ now: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  );
  return row?.now ?? '';
};

const userFieldsOf = ({ status, rating, hours_played, platform_id, is_shared, tags }: LibraryEntry) => ({
  ...{ status, rating, hours_played, platform_id, is_shared, tags },
});

test('lists every change of an entry with its cause and reverts to it like an edit', async () => {
  const { client, entry } = await userWithEntry(service);
  const fields = { rating: 9, hours_played: 2, platform_id: 'not_listed', tags: ['a', 'b'] };
  const edited = await client.edit(entry, fields);
  await client.edit(entry, { rating: 9 });
  const day = new Date().toISOString().slice(0, 10);
  await client.logSession(entry, { day, minutes: 60 });
  const before = await client.edit(entry, { rating: 3, tags: [] });
  const { steps, next, keep } = await historyOf(client, entry);
  expect([keep, next]).toEqual(['forever', null]);
  const change = (field: string, from: unknown, to: unknown) => ({ field, from, to });
  expect(steps.map(({ kind, by, changes }) => [kind, by?.kind, ...changes])).toEqual([
    ['changed', 'person', change('rating', 9, 3), change('tags', ['a', 'b'], [])],
    ['changed', 'session', change('hours_played', 2, 3)],
    [
      ...['changed', 'person', change('rating', null, 9), change('hours_played', null, 2)],
      ...[change('platform_id', null, 'not_listed'), change('tags', [], ['a', 'b'])],
    ],
    ['added', 'person', change('status', null, 'want_to_play')],
  ]);
  const [, , third, added] = steps;
  const params = { id: entry.id, step: third?.step ?? 0 };
  const late = await client.attempt(restoreStep, { params, body: { if_version: 1 } });
  expect([late.status, late.body]).toMatchObject([409, { code: 'library.entry_changed', entry: before }]);
  const back = await goBack(client, entry, params.step, { if_version: before.version });
  expect(userFieldsOf(back)).toEqual(userFieldsOf(edited));
  expect(back.version).toBe(before.version + 1);
  expect(await client.vault()).toEqual([back]);
  const [last] = await stepsOf(client, entry);
  expect([last?.by, last?.changes.length]).toEqual([{ kind: 'history' }, 3]);
  expect(userFieldsOf(await goBack(client, entry, added?.step ?? 0))).toEqual(userFieldsOf(entry));
  const first = await historyOf(client, entry, { limit: 2 });
  const second = await historyOf(client, entry, { limit: 100, before: first.next });
  expect([...first.steps, ...second.steps]).toEqual(await stepsOf(client, entry));
  const { steps: all } = await client.call(listHistory, { query: {} });
  expect(all).toEqual(await stepsOf(client, entry));
});

test('lists removals and their undo, and returns 404 when a removed entry is reverted with a version', async () => {
  const client = someUser(service);
  const entry = await client.edit(await client.addSome(), { rating: 7 });
  await client.remove(entry);
  const [removed, rated] = await stepsOf(client, entry);
  expect(removed).toMatchObject({ kind: 'removed', by: { kind: 'person' }, guid: entry.guid });
  const params = { id: entry.id, step: rated?.step ?? 0 };
  const refused = await client.attempt(restoreStep, { params, body: { if_version: entry.version } });
  expect(refused.body.code).toBe('library.entry_not_found');
  await client.restore(entry);
  const [restored] = await stepsOf(client, entry);
  expect([restored?.kind, restored?.by]).toEqual(['added', { kind: 'undo' }]);
  await client.edit(entry, { rating: 1 });
  expect((await goBack(client, entry, params.step)).rating).toBe(7);
  const before = await stored(service);
  for (const step of [removed?.step ?? 0, 0, 999_999_999]) {
    const { status, body } = await client.attempt(restoreStep, { params: { ...params, step }, body: {} });
    expect([status, body.code]).toEqual([404, 'library.step_not_found']);
  }
  const stranger = someUser(service);
  expect((await stranger.attempt(restoreStep, { params, body: {} })).body.code).toBe('library.entry_not_found');
  expect((await stranger.attempt(listEntryHistory, { params: { id: entry.id }, query: {} })).status).toBe(404);
  expect((await client.attempt(restoreStep, { params: { ...params, step: -1 }, body: {} })).status).toBe(404);
  expect((await client.attempt(readVaultAt, { query: { date: 'yesterday' } })).status).toBe(422);
  expect((await client.attempt(keepHistory, { body: { keep: 'a week' as 'year' } })).status).toBe(422);
  expect(await stored(service)).toEqual(before);
});

test('returns the vault as it was at any moment', async () => {
  const client = someUser(service);
  const before = await now();
  const [kept, gone] = [await client.addSome(), await client.addSome()];
  const first = await now();
  const edited = await client.edit(kept, { status: 'playing', rating: 8, platform_id: 139 });
  await client.edit(gone, { tags: ['old'] });
  const second = await now();
  await client.edit(kept, { status: 'completed', platform_id: null });
  await client.remove(gone);
  await client.addSome();
  expect(await at(client, before)).toEqual([]);
  expect((await at(client, first)).map(({ entry_id, status }) => [entry_id, status])).toEqual([
    [kept.id, 'want_to_play'],
    [gone.id, 'want_to_play'],
  ]);
  const then = await at(client, second);
  expect(then.map(({ entry_id, tags }) => [entry_id, tags])).toEqual([
    [kept.id, []],
    [gone.id, ['old']],
  ]);
  const { game, ...said } = edited;
  expect(then[0]).toMatchObject({ ...userFieldsOf(edited), platform: said.platform, date_added: said.date_added });
  const { guid, name, original_release_date } = game;
  expect(then[0]?.game).toEqual({ guid, name, original_release_date, image_url: said.image_url });
  expect(await at(client, '2100-01-01T00:00:00Z')).toHaveLength(2);
  expect(await at(someUser(service), second)).toEqual([]);
});

test('shows older moments as the vault was at the start of its history', async () => {
  const { client, entry } = await userWithEntry(service);
  await service.query(`update entries set date_added = '2020-05-05' where id = $1`, [entry.id]);
  await service.query('delete from entry_history where entry_id = $1', [entry.id]);
  // An operator's update in the database has no cause.
  await service.query(`update entries set rating = 5, version = version + 1 where id = $1`, [entry.id]);
  const [step] = await stepsOf(client, entry);
  expect(step).toMatchObject({ by: null, changes: [{ field: 'rating', from: null, to: 5 }] });
  expect(await at(client, '2020-05-04T00:00:00Z')).toEqual([]);
  expect(await at(client, '2020-05-06T00:00:00+02:00')).toMatchObject([{ entry_id: entry.id, rating: null }]);
  expect((await goBack(client, entry, 0)).rating).toBeNull();
});

test("lists an import and its undo with the import's id", async () => {
  const client = someUser(service);
  const game = await confirm(service, someGame({ name: 'Imported once' }));
  const other = await client.addSome();
  const rows = [game.guid, other.guid].map((guid) => ({ guid, status: 'completed', rating: '8' }));
  const id = await sendImport(client, rows, { source: 'nightshelf' });
  await runImport(client, id);
  await runImport(client, id, 'undo');
  const { steps } = await client.call(listHistory, { query: {} });
  expect(steps.map(({ guid, kind, by }) => [guid, kind, by?.kind, by?.id])).toEqual([
    [game.guid, 'removed', 'import_undone', id],
    [game.guid, 'added', 'import', id],
    [other.guid, 'changed', 'import_undone', id],
    [other.guid, 'changed', 'import', id],
    [other.guid, 'added', 'person', undefined],
  ]);
  const { actions } = await client.call(historyCalls.listActions, { query: {} });
  expect(
    actions.map(({ by, games, added, changed, removed, undo }) => [by?.kind, games, added, changed, removed, undo]),
  ).toEqual([
    ['import_undone', 2, 0, 1, 1, 'elsewhere'],
    ['import', 2, 1, 1, 0, 'done'],
    ['person', 1, 1, 0, 0, 'possible'],
  ]);
});

test('keeps the history for the chosen period and deletes it with the account', async () => {
  const [client, other] = [someUser(service), someUser(service)];
  const entry = await client.addSome();
  const theirs = await other.addSome();
  await client.edit(entry, { rating: 2 });
  const rows = (user: Player) =>
    service.query('select 1 from entry_history where user_id = $1', [user.userId]).then(({ length }) => length);
  await service.query(`update entry_history set at = at - interval '13 months' where user_id = $1 and kind = 'added'`, [
    client.userId,
  ]);
  expect(await client.call(keepHistory, { body: { keep: 'year' } })).toMatchObject({ keep: 'year' });
  expect(await rows(client)).toBe(1);
  await client.call(keepHistory, { body: { keep: 'nothing' } });
  expect(await rows(client)).toBe(0);
  await client.edit(entry, { rating: 3 });
  expect(await historyOf(client, entry)).toMatchObject({ keep: 'nothing', steps: [] });
  await client.call(keepHistory, { body: { keep: 'forever' } });
  await client.edit(entry, { rating: 4 });
  expect(await stepsOf(client, entry)).toMatchObject([{ changes: [{ field: 'rating', from: 3, to: 4 }] }]);
  await service.deliver(userDeleted, { data: { user_id: client.userId }, version: 9 });
  await until('nothing is left', async () => {
    const left = await service.query('select 1 from history_settings where user_id = $1', [client.userId]);
    return left.length + (await rows(client)) === 0;
  });
  expect(await stepsOf(other, theirs)).toHaveLength(1);
});

test("accepts writes without a month's partition and moves them there once it exists", async () => {
  const { client, entry } = await userWithEntry(service);
  const months = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'entry_history'::regclass order by 1`;
  const made = await service.query<{ name: string }>(months);
  expect(made).toHaveLength(4);
  const month = made[0]?.name ?? '';
  await service.query(`alter table entry_history detach partition ${month}`);
  await service.query(`drop table ${month}`);
  await client.edit(entry, { rating: 2 });
  expect(await service.query('select 1 from entry_history_rest')).toHaveLength(1);
  await service.query('select make_history_months()');
  expect(await service.query(months)).toEqual(made);
  expect(await service.query('select 1 from entry_history_rest')).toEqual([]);
  expect(await stepsOf(client, entry)).toHaveLength(1);
});
