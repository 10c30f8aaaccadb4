import { expect, test } from 'vitest';
import { answering, failure } from '../../test/answers.ts';
import { anEntry } from '../../test/builders.ts';
import { entryChanged, runOnVault, versionedServer } from '../../test/vault-visit.ts';
import type { EntryChanges } from './api.ts';
import { selectConflicts } from './conflicts.ts';
import { removeRequested, updateRequested } from './slice.ts';

const base = anEntry({ rating: 5, hours_played: 1 });
const edit = (changes: EntryChanges, entry = base) => updateRequested({ entry, changes });

function serve() {
  const server = versionedServer(base);
  return { ...server, ...answering(server.answers) };
}

test('stores fields that only this tab changed and asks about the others', async () => {
  const server = serve();
  server.change({ rating: 9, status: 'playing' });
  const { library, alerts } = await runOnVault(server, [base], [edit({ rating: 6, hours_played: 4 })]);
  expect(server.now()).toMatchObject({ rating: 9, status: 'playing', hours_played: 4, version: 3 });
  expect(library.entries['3030-1']).toEqual(server.now());
  expect(selectConflicts({ library })['3030-1']).toMatchObject({ entry: server.now(), changes: { rating: 6 } });
  expect(alerts).toEqual([]);
});

test('does not send the same edit from two tabs twice', async () => {
  const server = serve();
  server.change({ rating: 9 });
  const { library } = await runOnVault(server, [base], [edit({ rating: 9 })]);
  expect(server.made).toHaveLength(1);
  expect(server.now().version).toBe(2);
  expect(selectConflicts({ library })).toEqual({});
});

test("stores the user's choice over the seen version and asks again when the entry changed since", async () => {
  const server = serve();
  server.change({ rating: 9 });
  const seen = server.now();
  const chosen = await runOnVault(server, [seen], [edit({ rating: 6 }, seen)]);
  expect(server.now().rating).toBe(6);
  expect(selectConflicts(chosen)).toEqual({});
  server.change({ rating: 10 });
  const again = await runOnVault(server, [seen], [edit({ rating: 7 }, seen)]);
  expect(selectConflicts(again)['3030-1']).toMatchObject({ entry: server.now(), changes: { rating: 7 } });
});

test('gives up an entry that changes on every attempt after some rounds and offers a retry', async () => {
  let version = 1;
  const server = answering({ 'PUT /api/games/library/:id': () => entryChanged({ ...base, version: ++version }) });
  const { library, alerts } = await runOnVault(server, [base], [edit({ rating: 6 })]);
  expect(server.made.length).toBeGreaterThan(1);
  expect(server.made.length).toBeLessThan(10);
  expect(alerts).toMatchObject([{ text: 'Failed to update game', action: { label: 'Try again' } }]);
  expect(library.entries['3030-1']?.rating).toBe(5);
});

test('treats the removal of an already removed game as a success', async () => {
  const server = answering({ 'DELETE /api/games/library/:id': failure(404, 'library.entry_not_found') });
  const { library, alerts } = await runOnVault(server, [base], [removeRequested(base)]);
  expect(library.entries).toEqual({});
  expect(alerts).toMatchObject([{ tone: 'notice', text: 'Removed Outer Wilds from your vault.' }]);
});
