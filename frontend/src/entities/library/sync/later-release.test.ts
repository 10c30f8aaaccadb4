import { expect, test } from 'vitest';
import type { Change } from './change.ts';
import { schedule, unannounced } from './plan.ts';

const aChange = (call: string, order: number, guid: string) =>
  ({ call, key: `${call} ${guid}`, order, guid, tab: 'here' }) as unknown as Change;

const later = ['a', 'b', 'c'].map((guid, order) => aChange('lendGame', order, guid));
const after = aChange('addEntry', 3, 'a');
const other = aChange('addEntry', 4, 'd');

test('ignores changes queued by a later release and holds back only their own game', () => {
  expect(schedule([...later, after, other], new Set())).toEqual({ next: other, heldBack: [] });
});

test('does not postpone changes queued by a later release', () => {
  expect(unannounced([...later, other])).toEqual([other]);
});
