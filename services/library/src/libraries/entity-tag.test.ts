import { expect, test } from 'vitest';
import { entityTag, knownBy } from './entity-tag.ts';
import type { LibraryState } from './library-state.ts';

const state = (given: Partial<LibraryState> = {}): LibraryState => ({
  version: '5',
  snapshot: '1000:1003:1001',
  mark: 'ann-here',
  seconds: 1_000_000,
  ...given,
});
const now = state({ snapshot: '2000:2000:' });
const tag = entityTag(state());

test.each([tag, tag.replace('W/', ''), `"other", ${tag}`, `"3.4.x", ${entityTag(state({ version: '4' }))}, ${tag}`])(
  'reads the snapshot from the tag %s',
  (header) => {
    expect(knownBy(header, now)).toEqual({ etag: tag, snapshot: '1000:1003:1001' });
  },
);

test('reads * as the current state', () => {
  expect(knownBy(' *', now)).toEqual({ etag: entityTag(now), snapshot: '2000:2000:' });
});

test.each([
  undefined,
  '',
  '"5"',
  'W/"2.ann.5"',
  entityTag(state({ version: '6' })),
  entityTag(state({ mark: 'bob-here' })),
  tag.replace('"4.', '"3.'),
  tag.replace('1000-3', '0-3'),
  tag.replace('1000-3', '3000-3'),
])('ignores the tag %s', (header) => {
  expect(knownBy(header, now)).toBeNull();
});
