import { expect, test } from 'vitest';
import { anEntry } from '../../../test/builders.ts';
import type { Change } from './change.ts';
import { overlay } from './overlay.ts';

const saved = anEntry({ hours_played: 2 });
const session = (id: string, minutes: number, counts = true) => ({ id, minutes, counts });
const logged = (minutes: number, id = 'new') => ({ call: 'logPlaySession', before: null, now: session(id, minutes) });
const changed = (from: number, to: number, id = 'old') => ({
  ...{ call: 'changePlaySession', before: session(id, from), now: session(id, to) },
});
const removed = (minutes: number, id = 'old', counts?: boolean) => ({
  ...{ call: 'removePlaySession', before: session(id, minutes, counts), now: null },
});
const typed = (hours_played: number) => ({ call: 'updateEntry', body: { hours_played } });
const removedEntry = { call: 'removeEntry' };
const shownAgain = (call: 'restoreEntry' | 'addEntry', hours_played: number) => ({
  ...{ call, waits: true, base: anEntry({ hours_played }) },
});

test.each([
  ['adds the sum of all pending sessions in half hours', [logged(20), logged(20), logged(20)], 3],
  ['replaces the sessions before typed hours', [logged(60), typed(5), logged(30)], 5.5],
  ['leaves nothing of a removed session', [logged(60), removed(60, 'new')], 2],
  ['ignores the removal of a session that does not count', [removed(60, 'old', false)], 2],
  ['ignores a rejected session', [{ ...logged(60), asks: { why: 'refused' } }], 2],
  ['counts a session once after the removal is undone', [logged(60), removedEntry, shownAgain('restoreEntry', 3)], 3],
  [
    'follows a session whose entry was restored',
    [logged(60), removedEntry, shownAgain('restoreEntry', 3), changed(60, 90, 'new')],
    3.5,
  ],
  ['adds no session of the removed entry to a new one', [logged(60), removedEntry, shownAgain('addEntry', 4)], 4],
  ['keeps typed hours when an older session changes', [typed(10), changed(60, 120)], 10],
  ['keeps typed hours when an older session is removed', [logged(60), typed(10), removed(60, 'new'), removed(60)], 10],
  ['follows a session logged after typed hours', [typed(10), logged(60), changed(60, 90, 'new')], 11.5],
])('%s', (_, changes, hours) => {
  expect(overlay(saved, changes as unknown as readonly Change[])?.hours_played).toBe(hours);
});
