import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import { addEntry } from '@nightshelf/contracts/calls/library.ts';
import { listPlaythroughs } from '@nightshelf/contracts/calls/playthroughs.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import { dayRule } from '@nightshelf/contracts/play-rules.ts';
import { expect, test } from 'vitest';
import { endUndo, type Player, someUser, startLibrary, userWithEntry } from './helpers.ts';

const service = await startLibrary();

const { changePlaySession, listPlayedDays, listPlaySessions, logPlaySession, removePlaySession } = journalCalls;

const log = (client: Player, id: string, given = {}) => client.logSession({ id }, { minutes: 90, ...given });
const attemptLog = (client: Player, id: string, given: object) =>
  client.attempt(logPlaySession, { params: { id }, body: { day: '2026-03-01', minutes: 90, ...given } });
const change = async (client: Player, id: string, body: object) =>
  client.call(changePlaySession, { params: { id }, body });
const removeSession = async (client: Player, id: string) =>
  (await client.call(removePlaySession, { params: { id } })).user_game.hours_played;
const type = (client: Player, id: string, hours_played: number | null) => client.edit({ id }, { hours_played });

test("adds a session's minutes to the hours and publishes the change like any edit", async () => {
  const { client, entry } = await userWithEntry(service);
  await type(client, entry.id, 10);
  const { version } = await client.whole();
  const { session, user_game } = await log(client, entry.id, { note: ' The water temple ', spoiler: true });
  expect(session).toEqual({
    ...{ id: session.id, version: 1, entry_id: entry.id, day: '2026-03-01', minutes: 90 },
    ...{ note: 'The water temple', spoiler: true, playthrough_id: null, counts: true },
    game: { guid: entry.guid, name: entry.game.name, image_url: entry.image_url },
  });
  expect(user_game).toEqual({ ...entry, hours_played: 11.5, version: 3 });
  expect((await client.changesSince(version)).changed).toEqual([user_game]);
  const events = (await service.recorded(entryUpdated)).filter(({ data }) => data.entry_id === entry.id);
  expect(events.at(-1)).toMatchObject({ version: 3, data: { hours_played: 11.5 } });
  expect(await client.sessions()).toEqual([session]);
});

test('shows minutes in half hours without losing the rest', async () => {
  const { client, entry } = await userWithEntry(service);
  const hours: (number | null)[] = [];
  for (let at = 0; at < 4; at += 1) hours.push((await log(client, entry.id, { minutes: 20 })).user_game.hours_played);
  expect(hours).toEqual([0.5, 0.5, 1, 1.5]);
  const { user_game } = await log(client, entry.id, { minutes: 5 });
  expect([user_game.hours_played, user_game.version]).toEqual([1.5, 4]);
});

test('logs a session with a client-generated id once, however late it is sent again', async () => {
  const { client, entry } = await userWithEntry(service);
  const id = randomUUID();
  const first = await log(client, entry.id, { id });
  expect(first.session.id).toBe(id);
  await change(client, id, { minutes: 30 });
  const again = await log(client, entry.id, { id });
  expect([again.session.minutes, again.user_game.hours_played]).toEqual([30, 0.5]);
  expect(await client.sessions()).toHaveLength(1);
  const other = someUser(service);
  const theirs = await other.addSome();
  expect((await attemptLog(other, theirs.id, { id })).body.errors).toEqual({
    id: ['A session with this id already exists'],
  });
  expect((await attemptLog(client, entry.id, { id: 'x' })).status).toBe(422);
});

test("returns typed hours and session minutes with a game's sessions", async () => {
  const { client, entry } = await userWithEntry(service);
  await type(client, entry.id, 2);
  await log(client, entry.id, { minutes: 20 });
  const ofEntry = { query: { entry_id: entry.id } };
  expect((await client.call(listPlaySessions, ofEntry)).hours).toEqual({ typed: 2, minutes: 20 });
  await type(client, entry.id, 7);
  const { hours, sessions } = await client.call(listPlaySessions, ofEntry);
  expect([hours, sessions[0]?.counts]).toEqual([{ typed: 7, minutes: 0 }, false]);
  expect((await client.call(listPlaySessions, { query: {} })).hours).toBeUndefined();
});

test('adjusts the hours on edits and removals, except hours that were typed since', async () => {
  const { client, entry } = await userWithEntry(service);
  const first = (await log(client, entry.id, { minutes: 60 })).session;
  expect((await change(client, first.id, { minutes: 120, day: '2026-03-02' })).user_game.hours_played).toBe(2);
  expect(await removeSession(client, first.id)).toBeNull();
  const old = (await log(client, entry.id, { minutes: 60 })).session;
  await type(client, entry.id, 40);
  const since = (await log(client, entry.id, { minutes: 30 })).session;
  expect((await change(client, old.id, { minutes: 600 })).user_game.hours_played).toBe(40.5);
  expect(await removeSession(client, old.id)).toBe(40.5);
  expect(await removeSession(client, since.id)).toBe(40);
  // Typing the displayed hours changes nothing.
  const kept = (await log(client, entry.id, { minutes: 60 })).session;
  await type(client, entry.id, 41);
  expect(await removeSession(client, kept.id)).toBe(40);
  await type(client, entry.id, 0);
  expect(await removeSession(client, (await log(client, entry.id)).session.id)).toBe(0);
});

test("keeps all concurrent sessions within a day's hours, also of two games", async () => {
  const { client, entry } = await userWithEntry(service);
  const other = await client.addSome();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => attemptLog(client, at % 2 ? entry.id : other.id, { minutes: 100 })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(14);
  const refused = answers.filter(({ status }) => status === 422).map(({ body }) => body.errors);
  expect(refused).toEqual(Array(6).fill({ minutes: [dayRule.tooLong] }));
  const { library } = await client.whole();
  const sessions = await client.sessions();
  expect(sessions).toHaveLength(14);
  for (const { id, hours_played } of library) {
    const own = sessions.filter(({ entry_id }) => entry_id === id).length * 100;
    expect(hours_played).toBe(Math.round(own / 30) / 2);
  }
});

test('limits a day to 24 hours and 50 sessions, also for moved sessions, but allows shorter ones', async () => {
  const { client, entry } = await userWithEntry(service);
  await log(client, entry.id, { minutes: 1400 });
  const { session } = await log(client, entry.id, { minutes: 60, day: '2026-03-02' });
  const params = { id: session.id };
  const moved = await client.attempt(changePlaySession, { params, body: { day: '2026-03-01' } });
  expect([moved.status, moved.body.errors]).toEqual([422, { minutes: [dayRule.tooLong] }]);
  expect((await change(client, session.id, { day: '2026-03-01', minutes: 40 })).session.day).toBe('2026-03-01');
  await Promise.all(
    Array.from({ length: dayRule.most }, () => log(client, entry.id, { minutes: 1, day: '2026-03-03' })),
  );
  const many = await attemptLog(client, entry.id, { minutes: 1, day: '2026-03-03' });
  expect([many.status, many.body.errors]).toEqual([422, { day: [dayRule.tooMany] }]);
});

test('accepts today in every time zone and rejects later days', async () => {
  const { client, entry } = await userWithEntry(service);
  const dayIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  await log(client, entry.id, { day: dayIn(14) });
  await log(client, entry.id, { day: dayIn(-12), minutes: 1 });
  const { status, body } = await attemptLog(client, entry.id, { day: dayIn(39) });
  expect([status, body.errors]).toEqual([422, { day: [dayRule.future] }]);
});

test('rejects a session that exceeds the maximum hours of an entry', async () => {
  const { client, entry } = await userWithEntry(service);
  await type(client, entry.id, 99_999);
  const { status, body } = await attemptLog(client, entry.id, { minutes: 60 });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['minutes']]);
  expect(await client.sessions()).toEqual([]);
});

test('returns 409 with the current session for another version', async () => {
  const { client, entry } = await userWithEntry(service);
  const { session } = await log(client, entry.id);
  const params = { id: session.id };
  const now = (await change(client, session.id, { note: 'First', if_version: 1 })).session;
  const { status, body } = await client.attempt(changePlaySession, { params, body: { minutes: 5, if_version: 1 } });
  expect([status, body.code, body.session]).toEqual([409, 'library.play_session_changed', now]);
  expect(await client.sessions()).toEqual([now]);
});

test("pages through a month, newest day first, with each day's most played game", async () => {
  const { client, entry } = await userWithEntry(service);
  const other = await client.addSome();
  for (const [id, day, minutes] of [
    [entry.id, '2026-02-28', 10],
    [entry.id, '2026-03-01', 20],
    [other.id, '2026-03-31', 30],
    [entry.id, '2026-03-31', 20],
    [entry.id, '2026-03-31', 20],
    [other.id, '2026-04-01', 50],
  ] as const) {
    await log(client, id, { day, minutes });
  }
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const page: CallAnswer<typeof listPlaySessions> = await client.call(listPlaySessions, {
      query: { month: '2026-03', limit: 3, ...(before && { before }) },
    });
    seen.push(...page.sessions.map(({ day, minutes }) => `${day} ${minutes}`));
    before = page.next;
  } while (before);
  expect(seen).toEqual(['2026-03-31 20', '2026-03-31 20', '2026-03-31 30', '2026-03-01 20']);
  const { minutes, days } = await client.call(listPlayedDays, { query: { month: '2026-03' } });
  expect(minutes).toBe(90);
  expect(days).toMatchObject([
    { day: '2026-03-01', minutes: 20, sessions: 1, game: { guid: entry.guid } },
    { day: '2026-03-31', minutes: 70, sessions: 3, game: { guid: entry.guid } },
  ]);
  expect(await client.sessions({ entry_id: other.id })).toHaveLength(2);
  expect((await client.attempt(listPlaySessions, { query: { month: '2026-13' } })).status).toBe(422);
});

test('hides the sessions of a removed entry, restores them with it and finally deletes them', async () => {
  const { client, entry } = await userWithEntry(service);
  const { session } = await log(client, entry.id, { minutes: 1400 });
  const playthrough = await client.addPlaythrough(entry, { copy: 'GOG' });
  await client.remove(entry);
  expect(await client.sessions()).toEqual([]);
  expect((await client.call(listPlayedDays, { query: { month: '2026-03' } })).days).toEqual([]);
  expect((await client.attempt(removePlaySession, { params: { id: session.id } })).status).toBe(404);
  // The removed session no longer counts towards the day.
  const other = await client.addSome();
  await log(client, other.id, { minutes: 100 });
  await client.restore(entry);
  expect(await client.sessions({ entry_id: entry.id })).toEqual([session]);
  const { playthroughs } = await client.call(listPlaythroughs, { query: { entry_id: entry.id } });
  expect(playthroughs).toEqual([playthrough]);
  expect(await removeSession(client, session.id)).toBeNull();
  await log(client, entry.id, { minutes: 5 });
  await client.remove(entry);
  await endUndo(service, entry.id);
  await client.remove(other);
  const left =
    'select entry_id from play_sessions where user_id = $1 union select entry_id from playthroughs where user_id = $1';
  expect(await service.query(left, [client.userId])).toEqual([{ entry_id: other.id }]);
});

test('restores an entry even if a day becomes too full, and then rejects only additions', async () => {
  const { client, entry } = await userWithEntry(service);
  const day = { day: '2026-03-01' };
  const long = (await log(client, entry.id, { ...day, minutes: 1400 })).session;
  await Promise.all(Array.from({ length: 5 }, () => log(client, entry.id, { day: '2026-03-02', minutes: 1 })));
  await client.remove(entry);
  const other = await client.addSome();
  const short = (await log(client, other.id, { ...day, minutes: 100 })).session;
  const many = [await log(client, other.id, { day: '2026-03-02', minutes: 1 })];
  many.push(await log(client, other.id, { day: '2026-03-02', minutes: 1 }));
  await service.query(
    `insert into play_sessions (id, user_id, entry_id, version, day, minutes, spoiler, counts)
     select gen_random_uuid(), $1, $2, 1, '2026-03-02', 1, false, false from generate_series(1, $3::int)`,
    [client.userId, other.id, dayRule.most - many.length],
  );
  await client.restore(entry);
  const { days } = await client.call(listPlayedDays, { query: { month: '2026-03' } });
  expect(days.map((one) => [one.minutes, one.sessions])).toEqual([
    [1500, 2],
    [55, 55],
  ]);
  // Accepts a note, fewer minutes, minutes on a day with only too many sessions, and a move to another day.
  await change(client, short.id, { note: 'Both at once' });
  await change(client, short.id, { minutes: 90 });
  await change(client, many[0]?.session.id ?? '', { minutes: 30 });
  await change(client, many[1]?.session.id ?? '', { day: '2026-03-03' });
  for (const refused of [
    await attemptLog(client, entry.id, { ...day, minutes: 1 }),
    await client.attempt(changePlaySession, { params: { id: short.id }, body: { minutes: 91 } }),
    await client.attempt(changePlaySession, { params: { id: many[1]?.session.id ?? '' }, body: day }),
    await attemptLog(client, entry.id, { day: '2026-03-02', minutes: 1 }),
  ]) {
    expect(refused.status).toBe(422);
  }
  await removeSession(client, long.id);
  await log(client, entry.id, { ...day, minutes: 1 });
});

test('starts without sessions when a removed game is added again', async () => {
  const { client, entry } = await userWithEntry(service);
  await log(client, entry.id);
  await client.remove(entry);
  const { user_game } = await client.call(addEntry, { body: { game_guid: entry.guid } });
  expect(user_game.hours_played).toBeNull();
  expect(await client.sessions()).toEqual([]);
});
