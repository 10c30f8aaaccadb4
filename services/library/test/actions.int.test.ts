import { exportVault } from '@nightshelf/contracts/calls/exports.ts';
import { chooseFavourites } from '@nightshelf/contracts/calls/favourites.ts';
import * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import { removePlaySession } from '@nightshelf/contracts/calls/journal.ts';
import { addEntry, updateEntry } from '@nightshelf/contracts/calls/library.ts';
import { addToGameList, readGameList, removeGameList, setListNote } from '@nightshelf/contracts/calls/lists.ts';
import { listPlaythroughs } from '@nightshelf/contracts/calls/playthroughs.ts';
import type { EntryStep } from '@nightshelf/contracts/entry-history.ts';
import { entryAdded } from '@nightshelf/contracts/events/entries.ts';
import { userDeleted } from '@nightshelf/contracts/events/users.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { endUndo, type Player, someUser, startLibrary, stored, userWithEntry } from './helpers.ts';

const service = await startLibrary();

const { keepHistory, listActions, readVaultAt, restoreStep, undoAction } = historyCalls;

const page = (client: Player, query = {}) => client.call(listActions, { query });
const actionsOf = async (client: Player) => (await page(client)).actions;
const undo = async (client: Player, step = 0, body = {}) => {
  const { undone, stayed, next } = await client.call(undoAction, { params: { step }, body });
  return { undone, stayed, next };
};
const undoLast = async (client: Player) => undo(client, (await actionsOf(client))[0]?.step);
const inOrder = (entries: readonly LibraryEntry[]) => entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const sortedVaultOf = async (client: Player) => inOrder(await client.vault());
const later = ({ version, ...entry }: LibraryEntry, changes: number) => ({ ...entry, version: version + changes });
const fileOf = async (client: Player) => {
  const file = await (await client.fetch(exportVault.path)).json();
  return file as { readonly history: readonly Omit<EntryStep, 'entry_id'>[]; readonly removed: readonly object[] };
};

test('groups the changes of several games into one action and keeps later edits when it is undone', async () => {
  const client = someUser(service);
  const entries = await client.addSeveral(3);
  await Promise.all(entries.map((entry) => client.edit(entry, { status: 'completed' }, 'all-three')));
  const [edited] = entries as [LibraryEntry];
  await client.edit(edited, { status: 'dropped', rating: 4 });
  const actions = await actionsOf(client);
  expect(actions.map(({ games, added, changed, undo, by }) => [games, added, changed, undo, by?.kind])).toEqual([
    [1, 0, 1, 'possible', 'person'],
    [3, 0, 3, 'possible', 'person'],
    [1, 1, 0, 'possible', 'person'],
    [1, 1, 0, 'possible', 'person'],
    [1, 1, 0, 'possible', 'person'],
  ]);
  expect(actions[0]?.changes).toEqual([
    { field: 'status', from: 'completed', to: 'dropped' },
    { field: 'rating', from: null, to: 4 },
  ]);
  expect(actions[1]?.changes).toEqual([{ field: 'status', from: 'want_to_play', to: 'completed' }]);
  expect(actions[1]?.first.map(({ name }) => name)).toEqual(entries.map(({ game }) => game.name));
  const first = await page(client, { limit: 2 });
  const second = await page(client, { limit: 100, before: first.next });
  expect([...first.actions, ...second.actions]).toEqual(actions);
  expect(second.next).toBeNull();

  const step = actions[1]?.step ?? 0;
  const both = await Promise.all([undo(client, step), undo(client, step)]);
  expect(both).toEqual([1, 2].map(() => ({ undone: 2, stayed: 1, next: null })));
  expect((await sortedVaultOf(client)).map(({ status }) => status).sort()).toEqual([
    'dropped',
    'want_to_play',
    'want_to_play',
  ]);
  const [undoing, , undone] = await actionsOf(client);
  expect([undoing?.by, undoing?.games, undone?.undo]).toEqual([{ kind: 'action_undone', step }, 2, 'done']);
  // An undo is an action too; the action before it can be undone as well.
  expect(await undoLast(client)).toEqual({ undone: 2, stayed: 0, next: null });
  expect(await undo(client, actions[0]?.step)).toEqual({ undone: 1, stayed: 0, next: null });
  const statuses = (await sortedVaultOf(client)).map(({ status, rating }) => [status, rating]);
  expect(statuses).toEqual([1, 2, 3].map(() => ['completed', null]));
  const inFile = new Set((await fileOf(client)).history.map(({ step, action }) => action ?? step));
  expect(inFile.size).toBe((await actionsOf(client)).length);
});

test('restores removed games with their fields, also after ten minutes, unless they were added again', async () => {
  const client = someUser(service);
  const [played, other, again] = (await client.addSeveral(3)) as [LibraryEntry, LibraryEntry, LibraryEntry];
  const { user_game: logged } = await client.logSession(played);
  const list = await client.makeList([played]);
  const fields = { rating: 7, hours_played: 2.5, platform_id: 'not_listed', tags: ['a'], is_shared: true };
  const said = await client.edit(other, fields);
  for (const entry of [played, other, again]) await client.remove(entry, 'all-three');
  await client.call(addEntry, { body: { game_guid: again.guid } });
  // Simulates the end of the ten minutes.
  await service.query('delete from removed_entries where id = $1', [other.id]);
  const { step = 0 } = (await actionsOf(client))[1] ?? {};
  expect(await undo(client, step)).toEqual({ undone: 2, stayed: 1, next: null });
  const back = (await sortedVaultOf(client)).filter(({ id }) => id === played.id || id === other.id);
  expect(back).toEqual(inOrder([later(logged, 2), later(said, 2)]));
  const { games } = await client.call(readGameList, { params: { id: list.id }, query: {} });
  expect([(await client.sessions()).length, games.map(({ guid }) => guid)]).toEqual([1, [played.guid]]);
  const published = (await service.recorded(entryAdded)).filter(({ data }) => data.entry_id === other.id);
  expect(published.map(({ version }) => version)).toEqual([1, said.version + 2]);
  // Undoing the restore removes the entries again.
  expect(await undoLast(client)).toEqual({ undone: 2, stayed: 0, next: null });
  expect(await sortedVaultOf(client)).toHaveLength(1);
  await client.restore(played);
  expect(await client.sessions()).toHaveLength(1);
  const [, lastRemoval] = await actionsOf(client);
  expect([lastRemoval?.removed, lastRemoval?.undo]).toEqual([2, 'possible']);
});

test('restores playthroughs, sessions and list places of a removed game at any time', async () => {
  const client = someUser(service);
  const [played, other, third] = (await client.addSeveral(3)) as [LibraryEntry, LibraryEntry, LibraryEntry];
  const params = { id: played.id };
  const playthrough = await client.addPlaythrough(played, { hours: 4, copy: 'GOG' });
  const said = { minutes: 60, note: 'The end', playthrough_id: playthrough.id };
  const { session, user_game } = await client.logSession(played, said);
  const top = await client.makeList([other, played], 'Top');
  const deleted = await client.makeList([other, played], 'Deleted later');
  const inList = { id: top.id, entry_id: played.id };
  await client.call(setListNote, { params: inList, body: { note: 'Best' } });
  const playsOf = async () => ({
    playthroughs: (await client.call(listPlaythroughs, { query: {} })).playthroughs,
    sessions: await client.sessions(),
  });
  const before = await playsOf();
  const kept = () => service.query('select from removed_belongings where user_id = $1', [client.userId]);
  await service.query(`update history_began set at = at - interval '1 hour'`);
  const removedLongAgo = async () => {
    await client.remove(played);
    await endUndo(service);
    await client.remove(await client.addSome());
  };

  await removedLongAgo();
  await client.call(removeGameList, { params: { id: deleted.id } });
  // Takes the place in the list that the removed game left.
  await client.call(addToGameList, { params: { id: top.id }, body: { entry_ids: [third.id] } });
  expect(await service.query('select from play_sessions where entry_id = $1', [played.id])).toEqual([]);
  expect((await fileOf(client)).removed).toMatchObject([
    {
      guid: played.guid,
      playthroughs: [{ id: playthrough.id, hours: 4, copy: 'GOG' }],
      sessions: [said],
      lists: [{ name: 'Top', note: 'Best' }],
    },
  ]);
  expect((await fileOf(someUser(service))).removed).toEqual([]);
  const { steps } = await client.call(historyCalls.listEntryHistory, { params, query: {} });
  const back = await client.call(restoreStep, { params: { ...params, step: steps[1]?.step ?? 0 }, body: {} });
  expect(back.user_game).toEqual(later(user_game, 2));
  expect(await playsOf()).toEqual(before);
  const { games } = await client.call(readGameList, { params: { id: top.id }, query: {} });
  expect(games.map(({ entry_id, note }) => [entry_id, note])).toEqual([
    [other.id, null],
    [third.id, null],
    [played.id, 'Best'],
  ]);
  expect([await kept(), (await fileOf(client)).removed]).toEqual([[], []]);
  // Its hours still depend on the logged session.
  expect((await client.call(removePlaySession, { params: { id: session.id } })).user_game.hours_played).toBeNull();

  await removedLongAgo();
  expect(await kept()).toHaveLength(1);
  await client.call(keepHistory, { body: { keep: 'nothing' } });
  expect(await kept()).toEqual([]);
  await client.call(keepHistory, { body: { keep: 'forever' } });
  const leaving = someUser(service);
  const [theirs, second] = [await leaving.addSome(), await leaving.addSome()];
  for (const entry of [theirs, second]) await leaving.addPlaythrough(entry);
  // More than any real user writes, so that moving it must not delay others.
  await service.query(
    `insert into play_sessions (id, user_id, entry_id, version, day, minutes, note, spoiler, counts)
     select gen_random_uuid(), $1, $2, 1, '2026-03-01', 1, repeat('ゲ', 1000), false, false from generate_series(1, 6000)`,
    [leaving.userId, theirs.id],
  );
  for (const entry of [theirs, second]) await leaving.remove(entry);
  await endUndo(service);
  // Each removal moves one of the two.
  for (const entry of await client.addSeveral(2)) await client.remove(entry);
  const left = () => service.query('select session_count from removed_belongings where user_id = $1', [leaving.userId]);
  expect(await left()).toEqual([{ session_count: 0 }, { session_count: 0 }]);
  const removedBehind = (after?: string | null) =>
    leaving.call(historyCalls.listRemovedGames, { query: { limit: 1, ...(after && { after }) } });
  const first = await removedBehind();
  const last = await removedBehind(first.next);
  expect([...first.games, ...last.games].map(({ guid, playthroughs }) => [guid, playthroughs.length])).toEqual([
    [theirs.guid, 1],
    [second.guid, 1],
  ]);
  expect([first.next, last.next]).toEqual([theirs.id, null]);
  await service.deliver(userDeleted, { data: { user_id: leaving.userId }, version: 9 });
  await until('nothing is left', async () => (await left()).length === 0);
});

test('undoes an addition unless the entry was changed, played or used since', async () => {
  const client = someUser(service);
  const [plain, edited] = [await client.addSome(), await client.addSome()];
  const [logged, loved] = [await client.addSome(), await client.addSome()];
  await client.edit(edited, { rating: 2 });
  await client.logSession(logged);
  await client.call(chooseFavourites, { body: { entry_ids: [loved.id] } });
  const added = (await actionsOf(client)).filter((action) => action.added > 0);
  const came = await Promise.all(added.map(({ step }) => undo(client, step)));
  expect(came.map(({ undone }) => undone)).toEqual([0, 0, 0, 1]);
  expect((await sortedVaultOf(client)).map(({ id }) => id)).not.toContain(plain.id);
  expect(await undoLast(client)).toEqual({ undone: 1, stayed: 0, next: null });
  expect(await sortedVaultOf(client)).toHaveLength(4);
});

test('undoes a large action in pages', async () => {
  const client = someUser(service);
  await service.query(
    `with made_by as materialized (select set_config('nightshelf.cause', '{"kind":"person","action":"many"}', true))
     insert into entries (id, user_id, guid, status, date_added, version)
     select gen_random_uuid(), $1, 'many-' || i, 'playing', now(), 1 from made_by, generate_series(1, 450) i`,
    [client.userId],
  );
  const [action] = await actionsOf(client);
  expect([action?.games, action?.added, action?.first.length]).toEqual([450, 450, 3]);
  const parts: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { undone, next } = await undo(client, action?.step, after ? { after } : {});
    parts.push(undone);
    after = next;
  }
  expect(parts).toEqual([200, 200, 50]);
  expect(await sortedVaultOf(client)).toEqual([]);
  expect((await actionsOf(client)).map(({ removed, undo }) => [removed, undo])).toEqual([
    [450, 'possible'],
    [0, 'done'],
  ]);
});

test("rejects the undo of another user's, unknown, deleted or separately undoable action", async () => {
  const { client, entry } = await userWithEntry(service);
  const { step = 0 } = (await actionsOf(client))[0] ?? {};
  await client.logSession(entry, { minutes: 90 });
  const [session] = await actionsOf(client);
  expect(session?.undo).toBe('elsewhere');
  const before = await stored(service);
  const refused = async (from: Player, of: unknown, body: object = {}) => {
    const { status, body: answer } = await from.attempt(undoAction, { params: { step: of }, body });
    return [status, answer.code];
  };
  expect(await refused(someUser(service), step)).toEqual([404, 'library.action_not_found']);
  expect(await refused(client, step + 1_000_000)).toEqual([404, 'library.action_not_found']);
  expect(await refused(client, session?.step)).toEqual([409, 'library.action_elsewhere']);
  expect(await refused(client, 'x')).toEqual([404, 'request.not_found']);
  expect(await refused(client, step, { after: 'x' })).toEqual([422, 'request.invalid']);
  const named = { params: { id: entry.id }, query: { action: 'a b' }, body: { rating: 1 } };
  expect((await client.attempt(updateEntry, named)).status).toBe(422);
  expect(await stored(service)).toEqual(before);
  await client.call(keepHistory, { body: { keep: 'nothing' } });
  expect(await refused(client, step)).toEqual([404, 'library.action_not_found']);
  expect(await page(client)).toMatchObject({ keep: 'nothing', actions: [], next: null });
});

test('restores a removed game as it was on a day, once', async () => {
  const { client, entry } = await userWithEntry(service);
  const rated = await client.edit(entry, { rating: 8 });
  const [row] = await service.query<{ now: Date }>('select clock_timestamp() as now');
  const at = async () => {
    // The next millisecond, since the date is truncated to milliseconds.
    const date = new Date((row?.now.getTime() ?? 0) + 1).toISOString();
    return (await client.call(readVaultAt, { query: { date } })).games;
  };
  await service.query(`update entry_history set at = at - interval '1 minute' where user_id = $1`, [client.userId]);
  expect((await at()).map(({ back_to }) => back_to)).toEqual([null]);
  const last = await client.edit(entry, { rating: 3 });
  await client.remove(entry);
  const [gone] = await at();
  const params = { id: entry.id, step: gone?.back_to ?? -1 };
  const refused = await client.attempt(restoreStep, { params, body: { if_version: last.version } });
  expect([refused.status, refused.body.code]).toEqual([404, 'library.entry_not_found']);
  const { user_game: back } = await client.call(restoreStep, { params, body: {} });
  expect(back).toEqual({ ...rated, version: last.version + 3 });
  expect((await at()).map(({ back_to }) => back_to)).toEqual([null]);
  await client.remove(entry);
  await client.call(addEntry, { body: { game_guid: entry.guid } });
  expect((await at()).map(({ back_to }) => back_to)).toEqual([null]);
  const { status, body } = await client.attempt(restoreStep, { params, body: {} });
  expect([status, body.code]).toEqual([409, 'library.already_added']);
});

test.each(['just now', 'a while ago'])(
  'undoes all of an action that changed a game and removed it %s',
  async (when) => {
    const client = someUser(service);
    const { id } = await client.addSome();
    await client.edit({ id }, { status: 'dropped', rating: 3 }, 'both');
    await client.remove({ id }, 'both');
    if (when === 'a while ago') await service.query('delete from removed_entries where id = $1', [id]);
    expect(await undoLast(client)).toEqual({ undone: 1, stayed: 0, next: null });
    expect(await sortedVaultOf(client)).toMatchObject([{ id, status: 'want_to_play', rating: null }]);
  },
);

test('does not restore a separately removed game when a bulk removal is undone', async () => {
  const client = someUser(service);
  const [one, other] = [await client.addSome(), await client.addSome()];
  for (const entry of [one, other]) await client.remove(entry, 'both');
  await client.restore(one);
  await client.remove(one);
  const { step } = (await actionsOf(client)).find(({ games }) => games === 2) ?? {};
  expect(await undo(client, step)).toEqual({ undone: 1, stayed: 1, next: null });
  expect((await sortedVaultOf(client)).map(({ id }) => id)).toEqual([other.id]);
});
