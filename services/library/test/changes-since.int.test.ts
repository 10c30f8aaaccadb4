import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { someIdentity } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { addSome, changesSince, noChanges, someGame, someUser, startLibrary, userOf, whole } from './helpers.ts';

const service = await startLibrary();

const { listLibrary, updateEntry } = libraryCalls;

test('asks for the whole library when the version is foreign or outdated, and reveals nothing', async () => {
  const [ann, bob] = [someUser(service), someUser(service)];
  const entry = await addSome(service, ann);
  const { version } = await whole(ann);
  await ann.call(updateEntry, { params: { id: entry.id }, body: { rating: 1 } });
  await addSome(service, bob);
  const [mark = '', xid = '', seconds = ''] = version.split('.');
  const days = (count: number) => Number(seconds) - count * 24 * 3600;
  const outdated = [
    (await whole(bob)).version,
    `${'x'.repeat(mark.length)}.${xid}.${seconds}`,
    `${mark}.9999999999999999999-0.${seconds}`,
    `${mark}.1-999999999999999999.${seconds}`,
    `${mark}.9-3-2-1.${seconds}`,
    `${mark}.${xid}.${days(100)}`,
    `${mark}.${xid}.${days(-100)}`,
    `${mark}.1-0.0`,
  ];
  for (const since of outdated) {
    const answer = await changesSince(ann, since);
    expect([since, answer]).toEqual([since, { ...answer, ...noChanges, whole_needed: true }]);
    expect(await changesSince(ann, answer.version)).toMatchObject(noChanges);
  }
  expect((await changesSince(ann, `${mark}.${xid}.${days(88)}`)).changed).toMatchObject([{ rating: 1 }]);
  expect((await changesSince(bob, version)).whole_needed).toBe(true);
});

test.each([
  '',
  'x',
  'a.b.c',
  'a.1-0.',
  'a.1.1',
  'a.0-0.1',
  'a.1-0-.1',
  'a.1--1.1',
  'a.1-0.1.1',
  'a.99999999999999999999-0.1',
  `${'a'.repeat(41)}.1-0.1`,
  `a.1${'-1'.repeat(50)}.1`,
  "a'.1-0.1",
  'a.1-0.1\u0000',
  'a.\u0661-0.1',
])('returns 422 for the version %j', async (since) => {
  const { status, body } = await someUser(service).attempt(listLibrary, { query: { since } });
  expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, 'request.invalid', ['since']]);
});

test('asks for the whole library when there are too many changes', async () => {
  const client = someUser(service);
  const { version } = await whole(client);
  const fill = (count: number, guid: string) =>
    service.query(
      `insert into entries (id, user_id, guid, status, date_added, version)
       select gen_random_uuid(), $1, $3 || i, 'playing', now(), 1 from generate_series(1, $2::int) i`,
      [userOf(client), count, guid],
    );
  await fill(2000, 'few-');
  const most = await changesSince(client, version);
  expect([most.whole_needed, most.changed.length]).toEqual([false, 2000]);
  await fill(1, 'one-more-');
  expect(await changesSince(client, version)).toMatchObject({ ...noChanges, whole_needed: true });
  expect((await changesSince(client, most.version)).changed).toHaveLength(1);

  const long = JSON.stringify({ ...someGame(), deck: 'x'.repeat(60_000) });
  await service.query(
    `insert into described_games select $1, 'few-' || i, $2, null, '{}' from generate_series(1, 200) i`,
    [userOf(client), long],
  );
  expect(await changesSince(client, version)).toMatchObject({ ...noChanges, whole_needed: true });
});

test('lets an API token read changes only with the read scope', async () => {
  const identity = someIdentity();
  const { version } = await whole(service.api.as(identity));
  const as = (scope: 'library:read' | 'library:write') =>
    service.api.as({ ...identity, scopes: [scope] }).attempt(listLibrary, { query: { since: version } });
  expect(await as('library:read')).toMatchObject({ status: 200, body: noChanges });
  expect((await as('library:write')).status).toBe(403);
  expect((await service.api.attempt(listLibrary, { query: { since: version } })).status).toBe(401);
});

test('documents the parameter and both responses', async () => {
  const { body } = await service.api.send<{ paths: Record<string, { get: Operation }> }>(
    'GET',
    '/api/docs/library.json',
  );
  const operation = body.paths['/api/games/library']?.get;
  expect(operation?.parameters).toMatchObject([{ name: 'since', in: 'query', schema: { maxLength: 100 } }]);
  const { anyOf = [] } = operation?.responses['200']?.content['application/json'].schema ?? {};
  expect(anyOf.map(({ required }) => required)).toEqual([
    ['success', 'message', 'version', 'library'],
    ['success', 'message', 'version', 'whole_needed', 'changed', 'removed'],
  ]);
});

interface Operation {
  readonly parameters: unknown[];
  readonly responses: Record<
    string,
    { content: { 'application/json': { schema: { anyOf?: { required: string[] }[] } } } }
  >;
}
