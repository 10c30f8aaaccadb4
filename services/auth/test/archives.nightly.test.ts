import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { identityHeader, signIdentity, verifyIdentity } from '@nightshelf/platform/http/identity.ts';
import { type ApiClient, closeAfterTests, startServiceProcess, testIdentitySecret, until } from '@nightshelf/testing';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import * as archived from './archived.ts';
import { join, logIn, outcomeOf } from './people.ts';
import { startAuth } from './setup.ts';

const { listArchives, requestArchive, downloadArchive } = archiveCalls;
const { choices, chosen, game, historyStep, list, notified, playthrough, removed, savedView, sessions, steam } =
  archived;
const { imported, importedRow, listed, vault } = archived;

/** Fakes the social service, which accepts only the user's own session. */
const social: RequestListener = ({ headers, url = '' }, response) => {
  const caller = verifyIdentity(String(headers[identityHeader]), testIdentitySecret, { service: 'social' });
  const { pathname, searchParams } = new URL(url, 'http://social');
  const start = notified.findIndex(({ id }) => id === searchParams.get('before')) + 1;
  const end = start + Number(searchParams.get('limit'));
  const next = notified[end] ? notified[end - 1]?.id : null;
  const page = { notifications: notified.slice(start, end), unread: 10, next };
  if (!caller) response.writeHead(401);
  const isList = pathname === notificationCalls.listNotifications.path;
  response.end(JSON.stringify({ success: true, message: '', ...(isList ? page : choices) }));
};

let asked = 0;
/** Part of the URL of calls that answer 404, as in an older release. */
let unknownCall: string | null = null;
let unknownAsked = 0;

const wholeVault: RequestListener = ({ headers }, response) => {
  const caller = verifyIdentity(String(headers[identityHeader]), testIdentitySecret);
  if (!caller?.scopes?.every((scope) => scope === 'library:read')) response.writeHead(403);
  response.end(JSON.stringify({ success: true, message: '', library: vault }));
};

/** The fake library service's current behavior. */
let answer = wholeVault;

/** Returns the first page, and the second to a request with its cursor. */
const pages = (cursor: string, first: object, second: object) => (url: string) =>
  url.includes(cursor) ? { ...second, next: null } : first;

/** Responses of the fake library by part of the URL; the first match counts. */
const contents: readonly (readonly [part: string, content: (url: string) => object])[] = [
  ['/lists/8', () => ({ code: 'library.list_not_found' })],
  ['/views', () => ({ views: [{ ...savedView, id: '1', position: 0 }] })],
  ['/accounts/steam', () => ({ steam: { ...steam, outcome: 'unchanged' } })],
  ['/favourites', () => ({ favourites: { version: 1, games: [{ ...game, entry_id: '2' }] } })],
  ['/history?', () => ({ steps: [historyStep], next: null })],
  ['/choices?', () => ({ choices: [chosen], next: null })],
  ['/removed?', pages('after=3', { games: [removed], next: '3' }, { games: [{ ...removed, entry_id: '4' }] })],
  ['/playthroughs?', () => ({ playthroughs: [playthrough], next: null })],
  [
    '/sessions?',
    pages('before=', { sessions: sessions.slice(0, 100), next: '1.2' }, { sessions: sessions.slice(100) }),
  ],
  [
    '/rows?',
    pages('after=', { rows: [{ ...importedRow, position: 1 }], next: 1 }, { rows: [{ ...importedRow, position: 2 }] }),
  ],
  ['/imports', () => ({ imports: [imported] })],
  ['/lists/7', () => ({ list, games: [listed], next: null })],
  ['/lists', () => ({ lists: [{ ...list, id: '8' }, list] })],
];

const library = createServer((request, response) => {
  const { url = '' } = request;
  if (unknownCall && url.includes(unknownCall)) {
    unknownAsked += 1;
    response.writeHead(404).end(JSON.stringify({ success: false, message: '', code: 'request.not_found' }));
    return;
  }
  if (url.startsWith('/api/notifications')) return social(request, response);
  const content = contents.find(([part]) => url.includes(part))?.[1](url);
  if (content) {
    response.writeHead('code' in content ? 404 : 200);
    response.end(JSON.stringify({ success: !('code' in content), message: '', ...content }));
    return;
  }
  asked += 1;
  answer(request, response);
}).listen(0, '127.0.0.1');
closeAfterTests(async () => library.close());
await once(library, 'listening');
const address = `http://127.0.0.1:${(library.address() as AddressInfo).port}`;
const service = await startAuth({ LIBRARY_URL: address, SOCIAL_URL: address, LOG_LEVEL: 'silent' });

const ready = (api: ApiClient) =>
  until('the archive is ready', async () => {
    const [latest] = (await api.call(listArchives, {})).archives;
    return latest?.ready_at ? latest : undefined;
  });

/** Resets the retry time repeatedly, because the last failed attempt may still postpone it. */
const readyNow = (api: ApiClient) =>
  until('the archive is ready', async () => {
    await service.query('update archives set due_at = now() where ready_at is null');
    return (await api.call(listArchives, {})).archives[0]?.ready_at;
  });

const download = ({ identity }: ApiClient, id: string) =>
  fetch(service.url + downloadArchive.path.replace(':id', id), {
    headers: identity ? { [identityHeader]: signIdentity(identity, testIdentitySecret) } : {},
  });

async function contentsOf(response: Response) {
  const zipped = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  const files = Object.fromEntries(zipped.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
  return { files, json: (name: string) => JSON.parse(files[`${name}.json`] ?? '') };
}

test("contains all of the user's data as JSON and tables, and no secrets", async () => {
  const [ada, bob, eve] = [await join(service), await join(service), await join(service)];
  await logIn(service.api, ada.form.username);
  const body = { name: 'Backup', scopes: ['library:read' as const], days: 30 as const };
  const { secret } = await ada.api.call(apiTokenCalls.createApiToken, { body });
  await service.query('insert into follows values ($1, $2), ($3, $1)', [ada.user.id, bob.user.id, eve.user.id]);
  const { archive } = await ada.api.call(requestArchive, {});
  expect(archive).toMatchObject({ ready_at: null, bytes: null });
  const done = await ready(ada.api);
  const response = await download(ada.api, archive.id);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-length': String(done.bytes),
    'content-disposition': expect.stringMatching(/^attachment; filename="nightshelf-[-\d]{10}\.zip"$/),
  });
  const { files, json } = await contentsOf(response);
  const names = `README.txt account.json activity.json activity.csv follows.json follows.csv
    notification-settings.json notifications.json notifications.csv saved-views.json favourites.json lists.json
    imports.json choices.json steam.json history.json removed.json library.json library.csv playthroughs.json
    playthroughs.csv sessions.json sessions.csv`;
  expect(Object.keys(files)).toEqual(names.split(/\s+/));
  expect(json('imports')).toMatchObject([
    { import: 'games.csv', row: 1, title: 'Tetris', fate: 'added' },
    { import: 'games.csv', row: 2 },
  ]);
  expect(json('choices')).toEqual([chosen]);
  expect(json('steam')).toEqual(steam);
  expect(json('history')).toEqual([historyStep]);
  const { name, ...said } = removed;
  expect(json('removed')).toEqual([
    { game: name, ...said },
    { game: name, ...said, entry_id: '4' },
  ]);
  const { user } = await ada.api.call(authCalls.getProfile, {});
  expect(json('account')).toMatchObject({ profile: user, api_tokens: [{ name: 'Backup' }] });
  expect(json('account').sessions).toHaveLength(2);
  const { activity } = await ada.api.call(accountCalls.listActivity, { query: {} });
  expect(json('activity')).toEqual(activity.map(({ id: _, ...line }) => line));
  expect(json('follows')).toEqual([
    { relation: 'following', username: bob.user.username },
    { relation: 'follower', username: eve.user.username },
  ]);
  expect(json('notifications')).toEqual(
    notified.map(({ id: _, user, game, ...received }) => ({
      ...received,
      user: user.username,
      game: game && { guid: game.guid, name: game.name },
    })),
  );
  expect(json('notification-settings')).toEqual({ settings: choices.settings, browsers: choices.push.browsers });
  const received = files['notifications.csv']?.split('\r\n') ?? [];
  expect(received[0]).toBe('\ufeffkind,user,game,created_at,read_at');
  expect(received[1]).toBe("friend_finished,friend_0,'=cmd|calc,2026-03-01T00:00:00.000Z,");
  expect(received).toHaveLength(notified.length + 2);
  expect(json('library')).toEqual(vault);
  expect(json('saved-views')).toEqual([savedView]);
  const { version: _, platform_id: __, ...way } = playthrough;
  expect(json('playthroughs')).toEqual([{ ...way, game: game.name, guid: game.guid, platform: 'PlayStation 4' }]);
  expect(files['playthroughs.csv']?.split('\r\n')[1]).toBe(
    "1,'=cmd|calc,3030-1,PlayStation 4,GOG,2026-03-01,,4.5,dropped,Here",
  );
  expect(json('sessions').map(({ minutes }: { minutes: number }) => minutes)).toEqual(
    sessions.map(({ minutes }) => minutes),
  );
  expect(files['sessions.csv']?.split('\r\n')[150]).toBe("'=cmd|calc,3030-1,2026-03-01,150,'=short,true,1");
  // Sessions must refer to their playthroughs.
  expect(new Set(json('sessions').map((session: { playthrough_id: string }) => session.playthrough_id))).toEqual(
    new Set([playthrough.id]),
  );
  const games = [{ guid: '3030-1', name: '=cmd|calc', note: 'First' }];
  expect(json('favourites')).toEqual([{ guid: game.guid, name: game.name }]);
  expect(json('lists')).toEqual([{ name: 'Top 10', description: null, games }]);
  const lines = files['library.csv']?.split('\r\n') ?? [];
  expect(lines[0]).toBe('\ufeffgame,guid,status,rating,hours_played,platform,date_added,is_shared,tags');
  expect(lines[1]).toMatch(
    /^'=cmd\|calc,3030-1,completed,9,10.5,PlayStation 4,2026-03-01T00:00:00.000Z,true,"rpg, =short"$/,
  );
  expect(lines[2]).toMatch(/^"Pokémon, ""Red""",3030-2,/);
  expect(lines).toHaveLength(vault.length + 2);
  const everything = Object.values(files).join();
  for (const hidden of [secret, ada.token, ada.identity.sessionId, '$argon2', bob.form.email, eve.form.email]) {
    expect(everything).not.toContain(hidden);
  }
});

test('lets only the owner download an archive, until it expires', async () => {
  const [ada, eve] = [await join(service), await join(service)];
  const { archive } = await ada.api.call(requestArchive, {});
  expect([200, 404]).toContain((await download(ada.api, archive.id)).status);
  await ready(ada.api);
  const statuses = async () =>
    Promise.all([ada.api, eve.api, service.api].map(async (api) => (await download(api, archive.id)).status));
  expect(await statuses()).toEqual([200, 404, 401]);
  expect((await eve.api.call(listArchives, {})).archives).toEqual([]);
  await service.query(`update archives set expires_at = now() where id = $1`, [archive.id]);
  expect(await statuses()).toEqual([404, 404, 401]);
  expect((await ada.api.call(listArchives, {})).archives).toEqual([]);
});

test('prepares one archive at a time, and at most three a day', async () => {
  const { api } = await join(service);
  answer = (_, response) => response.writeHead(503).end();
  const before = asked;
  const attempts = await Promise.all([0, 1].map(() => api.attempt(requestArchive, {})));
  expect(attempts.map(outcomeOf).sort()).toEqual([
    [202, undefined],
    [409, 'auth.archive_in_preparation'],
  ]);
  await until('library was asked in vain', () => asked > before);
  answer = wholeVault;
  await readyNow(api);
  for (let at = 0; at < 2; at += 1) {
    const { archive } = await api.call(requestArchive, {});
    await until('it is ready', async () => (await ready(api)).id === archive.id);
  }
  expect(outcomeOf(await api.attempt(requestArchive, {}))).toEqual([429, 'auth.too_many_archives']);
  await service.query(`update archives set asked_at = asked_at - interval '1 day'`);
  expect((await api.attempt(requestArchive, {})).status).toBe(202);
  await ready(api);
});

test('waits for an older library release instead of omitting data', async () => {
  const { api } = await join(service);
  unknownCall = '/views';
  const { archive } = await api.call(requestArchive, {});
  const calls = `/views /favourites /accounts/steam /lists /lists/7 /imports /imports/9/rows /choices? /history? /removed?
    after=3 /playthroughs? /sessions? before=1.2`;
  for (const call of calls.split(/\s+/)) {
    unknownCall = call;
    const before = unknownAsked;
    await until(`${call} was asked in vain`, async () => {
      await service.query('update archives set due_at = now() where id = $1', [archive.id]);
      return unknownAsked > before;
    });
  }
  const [before] = (await api.call(listArchives, {})).archives;
  expect(before?.ready_at).toBeNull();
  unknownCall = null;
  await readyNow(api);
  const { json } = await contentsOf(await download(api, archive.id));
  expect(json('sessions')).toHaveLength(sessions.length);
  expect(json('playthroughs')).toHaveLength(1);
  // Skips the list that was deleted while the archive was written.
  expect(json('lists')).toHaveLength(1);
});

const main = new URL('../src/main.ts', import.meta.url).pathname;

test('is restarted once by another process after a crash', async () => {
  const { user, api } = await join(service);
  // Sends the library without its end and never finishes.
  answer = (_, response) => {
    response.write(`{"success":true,"library":[${vault.map((one) => JSON.stringify(one)).join()}`);
  };
  const before = asked;
  const { archive } = await api.call(requestArchive, {});
  await until('the first has begun', () => asked > before);
  // Simulates that process's death: its result is discarded and its lease is over.
  const second = await startServiceProcess(main, service.env);
  await service.query(
    `update archives set due_at = now() - interval '1 second', attempts = attempts + 1 where id = $1`,
    [archive.id],
  );
  await until('the second has begun', () => asked > before + 1);
  await second.kill();
  answer = wholeVault;
  const third = await startServiceProcess(main, service.env);
  onTestFinished(() => third.stop());
  await service.query('update archives set due_at = now() where id = $1', [archive.id]);
  await ready(api);
  const counted = await service.query(
    `select count(distinct a.id)::int as archives, count(distinct c.attempt)::int as attempts
     from archives a join archive_chunks c on c.archive_id = a.id where a.user_id = $1`,
    [user.id],
  );
  expect(counted).toEqual([{ archives: 1, attempts: 1 }]);
  const { json } = await contentsOf(await download(api, archive.id));
  expect(json('library')).toEqual(vault);
});
