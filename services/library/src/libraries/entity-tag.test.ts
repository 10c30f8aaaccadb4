import { matches } from '@nightshelf/platform/http/if-none-match.ts';
import { expect, test } from 'vitest';
import { entityTag } from './entity-tag.ts';

const tag = entityTag('ann', '5');

test.each([tag, tag.replace('W/', ''), `"other", ${tag}`, '*'])('%s matches', (header) => {
  expect(matches(header, tag)).toBe(true);
});

test.each([undefined, '', '"5"', entityTag('ann', '6'), entityTag('bob', '5')])('%s does not match', (header) => {
  expect(matches(header, tag)).toBe(false);
});
