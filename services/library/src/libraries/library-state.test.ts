import { libraryCursor } from '@nightshelf/contracts/library-answers.ts';
import { expect, test } from 'vitest';
import { cursorOf, entityTag, knownBy, type LibraryState, snapshotOf } from './library-state.ts';

const day = 24 * 3600;
const state = (given: Partial<LibraryState> = {}): LibraryState => ({
  version: '5',
  snapshot: '1000:1000:',
  mark: 'ann-in-this-one',
  seconds: 200 * day,
  ...given,
});
const now = state({ snapshot: '18446744073709551000:18446744073709551000:' });

test.each(['1000:1000:', '1000:1003:1000', '1000:1009:1000,1001,1008', '9876543210987:9876543211000:9876543210990'])(
  'keeps the snapshot %s in a cursor',
  (snapshot) => {
    expect(snapshotOf(libraryCursor.parse(cursorOf(state({ snapshot }))), now)).toBe(snapshot);
  },
);

test('keeps only the first of too many running transactions', () => {
  const underWay = Array.from({ length: 300 }, (_, i) => 9_000_000_000_000 + 2 * i);
  const cursor = cursorOf(state({ snapshot: `9000000000000:9000000000600:${underWay.join(',')}` }));
  expect(libraryCursor.parse(cursor).length).toBeLessThan(100);
  expect(snapshotOf(cursor, now)).toBe('9000000000000:9000000000000:');
});

const then = state({ snapshot: '1000:1003:1001' });
const tag = entityTag(then);

test.each([tag, tag.replace('W/', ''), `"other", ${tag}`, `"3.4.x", ${entityTag({ ...then, version: '4' })}, ${tag}`])(
  'reads the snapshot from the tag %s',
  (header) => {
    expect(knownBy(header, now)).toEqual({ etag: tag, snapshot: '1000:1003:1001' });
  },
);

test('reads * as the current state', () => {
  expect(knownBy(' *', now)).toEqual({ etag: entityTag(now), snapshot: now.snapshot });
});

test.each([
  undefined,
  '',
  '"5"',
  'W/"2.ann.5"',
  entityTag({ ...then, version: '6' }),
  entityTag({ ...then, mark: 'bob-in-this-one' }),
  tag.replace('"4.', '"3.'),
  tag.replace('1000-3', '0-3'),
  tag.replace('1000-3', '18446744073709552000-3'),
])('ignores the tag %s', (header) => {
  expect(knownBy(header, now)).toBeNull();
});
