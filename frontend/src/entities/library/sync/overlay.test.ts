import { expect, test } from 'vitest';
import { anEntry } from '../../../test/builders.ts';
import type { Change } from './change.ts';
import { overlay } from './overlay.ts';

const saved = anEntry({ hours_played: 2 });
const session = (minutes: number, counts = true) => ({ minutes, counts });
const logged = (minutes: number) => ({ call: 'logPlaySession', before: null, now: session(minutes) });
const removed = (minutes: number, counts?: boolean) => ({
  ...{ call: 'removePlaySession', before: session(minutes, counts), now: null },
});
const typed = (hours_played: number) => ({ call: 'updateEntry', body: { hours_played } });

test.each([
  ['adds the sum of all pending sessions in half hours', [logged(20), logged(20), logged(20)], 3],
  ['replaces the sessions before typed hours', [logged(60), typed(5), logged(30)], 5.5],
  ['leaves nothing of a removed session', [logged(60), removed(60)], 2],
  ['ignores the removal of a session that does not count', [removed(60, false)], 2],
  ['ignores a rejected session', [{ ...logged(60), asks: { why: 'refused' } }], 2],
])('%s', (_, changes, hours) => {
  expect(overlay(saved, changes as unknown as readonly Change[])?.hours_played).toBe(hours);
});
