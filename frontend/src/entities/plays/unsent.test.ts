import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import { expect, test } from 'vitest';
import { timeOrderedId } from '../../lib/time-ordered-id.ts';
import { anEntry } from '../../test/builders.ts';
import type { SessionChange } from '../library/sync/change.ts';
import { daysWithUnsent, withUnsent } from './unsent.ts';

const base = anEntry();
const game = { guid: base.guid, name: 'Pong', image_url: null };
const on = (id: string, day: string, minutes = 30): PlaySession => ({
  ...{ id, version: 1, entry_id: base.id, game, day, minutes, note: null, spoiler: false, playthrough_id: null },
  counts: true,
});
const made = { tab: 't', guid: base.guid, base, waits: true };
const plays: readonly SessionChange[] = [
  { ...made, call: 'logPlaySession', key: '1', order: 1, before: null, now: on('c', '2026-03-02', 45) },
  {
    ...{ ...made, call: 'changePlaySession', key: '2', order: 2 },
    ...{ before: on('a', '2026-03-01'), now: on('a', '2026-03-03', 60) },
  },
  { ...made, call: 'removePlaySession', key: '3', order: 3, before: on('b', '2026-03-01'), now: null },
  {
    ...{ ...made, call: 'logPlaySession', key: '4', order: 4, before: null, now: on('d', '2026-03-01') },
    asks: { why: 'refused', changes: {} },
  },
];
const isOfMonth = ({ day }: PlaySession) => day.startsWith('2026-03');

test('lists sessions logged, changed and removed offline in order and marks them as pending', () => {
  const shown = withUnsent([on('b', '2026-03-01'), on('a', '2026-03-01')], plays, isOfMonth);
  expect(shown.map(({ id, day, waits, refused }) => [id, day, waits, refused])).toEqual([
    ['a', '2026-03-03', true, undefined],
    ['c', '2026-03-02', true, undefined],
    ['d', '2026-03-01', true, '4'],
  ]);
});

test('counts pending sessions in the days of their month, without rejected ones', () => {
  const days = [
    { day: '2026-03-01', minutes: 60, sessions: 2, game },
    { day: '2026-03-09', minutes: 5, sessions: 1, game },
  ];
  expect(daysWithUnsent(days, plays, '2026-03').map(({ day, minutes, sessions }) => [day, minutes, sessions])).toEqual([
    ['2026-03-02', 45, 1],
    ['2026-03-03', 60, 1],
    ['2026-03-09', 5, 1],
  ]);
  expect(daysWithUnsent([], plays, '2026-04')).toEqual([]);
});

test('creates session ids that are UUIDs in ascending order', () => {
  const ids = [1, 2, 3].map((time) => timeOrderedId(1.7e12 + time));
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
