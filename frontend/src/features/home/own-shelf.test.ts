import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { expect, test } from 'vitest';
import { anEntry } from '../../test/builders.ts';
import { ownShelfOf } from './own-shelf.ts';

const having = (...statuses: Status[]) => statuses.map((status) => anEntry({ status }));
const statusesOf = (statuses: Status[]) => {
  const { kind, next, wanted } = ownShelfOf(having(...statuses));
  return [kind, next.map(({ status }) => status), wanted.length];
};

test('lists games being played, otherwise wanted ones, otherwise the latest added', () => {
  expect(statusesOf(['want_to_play', 'playing', 'completed'])).toEqual(['playing', ['playing'], 1]);
  expect(statusesOf(['completed', 'want_to_play'])).toEqual(['wanted', ['want_to_play'], 0]);
  expect(statusesOf(['completed', 'dropped'])).toEqual(['newest', ['completed', 'dropped'], 0]);
  expect(statusesOf([])).toEqual(['empty', [], 0]);
});

test('shows a wanted game only once', () => {
  const wanted = having('want_to_play', 'want_to_play', 'want_to_play', 'want_to_play', 'want_to_play');
  const shelf = ownShelfOf(wanted);
  expect([...shelf.next, ...shelf.wanted]).toEqual(wanted);
});
