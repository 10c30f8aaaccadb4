import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { expect, test } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../test/answers.ts';
import { aGame, anEntry, aUser } from '../../test/builders.ts';
import { untilQuiet } from '../../test/patience.ts';
import { openVault, runOnVault, startWithVault } from '../../test/vault-visit.ts';
import { signedIn } from '../session/slice.ts';
import { addRequested, libraryNeeded, restoreRequested, updateRequested } from './slice.ts';

const fields = { status: 'want_to_play', rating: null, hours_played: null, platform_id: null } as const;
const list = 'GET /api/games/library';
const add = 'POST /api/games/library/add';
const put = 'PUT /api/games/library/:id';
const remove = 'DELETE /api/games/library/:id';
const restore = 'POST /api/games/library/:id/restore';

async function run(server: ReturnType<typeof answering>, entries: ReturnType<typeof anEntry>[], actions: object[]) {
  const state = await runOnVault(server, entries, actions);
  return { state, texts: state.alerts.map(({ text }) => text) };
}

startWithVault();

test('loads the vault once for all callers', async () => {
  const page = openVault({ [list]: { library: [anEntry()] } });
  page.dispatch(libraryNeeded());
  page.dispatch(libraryNeeded());
  await page.sees(({ library }) =>
    expect(library).toMatchObject({ status: 'ready', entries: { '3030-1': anEntry() } }),
  );
  expect(page.made).toHaveLength(1);
});

test('does not show a vault that was loading for the previous user', async () => {
  const late = Promise.withResolvers<object>();
  const page = openVault({ [list]: () => late.promise });
  page.dispatch(libraryNeeded());
  await page.sees(({ made }) => expect(made).toHaveLength(1));
  page.dispatch(signedIn(aUser({ id: 'another' })));
  late.resolve({ library: [anEntry()] });
  await new Promise((resolve) => setTimeout(resolve, untilQuiet));
  expect(page.state().library.entries).toEqual({});
});

test('adds a game unknown to the library with the same single call and shows it as found', async () => {
  const found = aGame({ id: null, image_url: 'https://images.example/1.jpg' });
  const unknown = aGame({ id: null, name: 'Unknown game', original_release_date: null, platforms: [] });
  const entry = anEntry({ game: unknown, platform_id: 94, platform: { id: 94, name: 'PC of the map' } });
  const edited = { ...entry, rating: 8, version: 2 };
  const server = answering({
    [add]: { user_game: entry },
    [put]: { user_game: edited },
    [remove]: {},
    [restore]: { user_game: { ...edited, version: 4 } },
  });
  const shown = {
    game: found,
    image_url: 'https://images.example/1.jpg',
    platform: { id: 94, name: 'PC' },
  };
  const adding = await run(server, [], [addRequested({ game: found, fields: { ...fields, platform_id: 94 } })]);
  expect(server.made).toHaveLength(1);
  expect(adding.texts).toEqual([]);
  const added = { ...entry, ...shown };
  expect(adding.state.library.entries).toEqual({ '3030-1': added });
  const editing = await run(server, [added], [updateRequested({ entry: added, changes: { rating: 8 } })]);
  expect(editing.state.library.entries['3030-1']).toEqual({ ...edited, ...shown });
  const undoing = await run(server, [], [restoreRequested(added)]);
  expect(undoing.state.library.entries['3030-1']).toEqual({ ...edited, ...shown, version: 4 });
});

const chosenAs = (...statuses: Status[]) =>
  statuses.map((status) => addRequested({ game: aGame(), fields: { ...fields, status } }));

test('adds a game once when several statuses are chosen, and keeps the last', async () => {
  let entry = anEntry();
  const server = answering({
    [add]: ({ body }) => {
      entry = anEntry(body as object);
      return { user_game: entry };
    },
    [put]: ({ body }) => {
      entry = { ...entry, ...(body as object), version: entry.version + 1 };
      return { user_game: entry };
    },
  });
  const { state } = await run(server, [], chosenAs('want_to_play', 'playing', 'playing', 'want_to_play'));
  expect(server.made.map(({ method, body }) => [method, body])).toMatchObject([
    ['POST', { status: 'want_to_play' }],
    ['PUT', { status: 'playing', if_version: 1 }],
    ['PUT', { status: 'want_to_play', if_version: 2 }],
  ]);
  expect(state.library).toMatchObject({ entries: { '3030-1': { status: 'want_to_play' } }, queue: [] });
});

test('reports once that a game cannot be added when two statuses are chosen', async () => {
  const server = answering({ [add]: failure(422, 'request.invalid', 'No.') });
  const { state, texts } = await run(server, [], chosenAs('want_to_play', 'playing'));
  expect(server.made).toHaveLength(1);
  expect(texts).toEqual(['No.']);
  expect(state.library).toMatchObject({ entries: {}, queue: [] });
});

test.each([
  ['the server was not reached', new NetworkError('down'), true],
  ['the server is at fault', failure(503, 'unavailable'), true],
  ['the server refuses it for good', failure(422, 'request.invalid'), false],
])('when %s, offers to resend an edit only if that may help', async (_, error, again) => {
  const entry = anEntry({ rating: 5 });
  const edit = updateRequested({ entry, changes: { rating: 9 } });
  const { state } = await run(answering({ [put]: error }), [entry], [edit]);
  expect(state.alerts[0]?.action?.dispatches).toEqual(again ? edit : undefined);
});

test('sends two edits of one game in order and falls back to the first when the second is rejected', async () => {
  const entry = anEntry({ rating: 5 });
  const first = anEntry({ rating: 6, version: 2 });
  let calls = 0;
  const server = answering({ [put]: () => (++calls === 1 ? { user_game: first } : failure(500, 'internal')) });
  const { state } = await run(
    server,
    [entry],
    [updateRequested({ entry, changes: { rating: 6 } }), updateRequested({ entry: first, changes: { rating: 7 } })],
  );
  expect(server.made.map(({ body }) => body)).toEqual([
    { rating: 6, if_version: 1 },
    { rating: 7, if_version: 2 },
  ]);
  expect(state.library.entries['3030-1']).toEqual(first);
  expect(state.library.queue).toEqual([]);
});

test.each([
  ['was refused', failure(404, 'library.entry_not_found', 'Too late.'), 'Too late.', undefined],
  ['did not arrive', new NetworkError('down'), 'Failed to restore the game to your library', 'Try again'],
])('reports an undo that %s', async (_, error, text, retry) => {
  const { state, texts } = await run(answering({ [restore]: error }), [], [restoreRequested(anEntry())]);
  expect(texts).toEqual([text]);
  expect(state.alerts[0]?.action?.label).toBe(retry);
  expect(state.library.entries).toEqual({});
});
