import { expect, test } from 'vitest';
import type { Change } from './change.ts';
import { sendable, untold } from './plan.ts';

const aChange = (kind: string, order: number, guid: string) =>
  ({ kind, key: `${kind} ${guid}`, order, guid, tab: 'here' }) as Change;

const later = ['a', 'b', 'c'].map((guid, order) => aChange('lend', order, guid));
const after = aChange('add', 3, 'a');
const other = aChange('add', 4, 'd');
const nobody = { busy: new Set<string>() };

test('ignores changes queued by a later release and holds back only their own game', () => {
  expect(sendable([...later, after, other], nobody, 3)).toEqual([other]);
});

test('does not postpone changes queued by a later release', () => {
  expect(untold([...later, other], nobody)).toEqual([other]);
});
