import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { bucketCount, bucketOf, contentHash, Digests, type Fingerprint } from './fingerprint.ts';

const print = (version: number, hash: string | null): Fingerprint => ({ subject: 's', version, hash });

test.each([
  ['equal', print(3, 'a'), print(3, 'a'), null],
  ['deleted here', print(3, 'a'), print(3, null), 'missing'],
  ['never heard of', print(3, 'a'), print(0, null), 'missing'],
  ['behind', print(3, 'a'), print(2, 'b'), 'older'],
  ['behind, though what is kept did not change', print(3, 'a'), print(2, 'a'), 'older'],
  ['ahead of an owner that was restored', print(3, 'a'), print(5, 'b'), 'newer'],
  ['written by hand', print(3, 'a'), print(3, 'b'), 'changed'],
  ['removed there', print(4, null), print(3, 'a'), 'ghost'],
  ['removed there, and brought back here by hand', print(4, null), print(4, 'a'), 'ghost'],
  ['removed in both', print(4, null), print(4, null), null],
  ['removed without our having heard', print(4, null), print(0, null), 'missing'],
  ['unknown to the owner', undefined, print(0, 'a'), 'ghost'],
  ['removed so long ago that the owner has forgotten', undefined, print(4, null), null],
])('detects a copy that is %s', (_, owner, own, difference) => {
  expect(compare(owner, own)).toBe(difference);
});

test('ignores the order of fields at any depth, and nothing else', () => {
  expect(contentHash({ a: 1, b: { c: null, d: [1, 2] } })).toBe(contentHash({ b: { d: [1, 2], c: null }, a: 1 }));
  const others = [{ a: 1 }, { a: '1' }, { a: null }, { a: [1, 2] }, { a: [2, 1] }, {}, null, 'a', 'ä'];
  expect(new Set(others.map(contentHash)).size).toBe(others.length);
});

test('digests ignore the order of rows and removed subjects, and detect every other change', () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({ subject: `subject-${i}`, version: i, hash: contentHash(i) }));
  const digest = (given: readonly Fingerprint[]) => {
    const digests = new Digests();
    for (const row of given) digests.add(row);
    return digests.all();
  };
  const whole = digest(rows);
  expect(digest(rows.toReversed())).toEqual(whole);
  expect(digest([...rows, { subject: 'removed', version: 9, hash: null }])).toEqual(whole);
  const [first, ...others] = rows;
  if (!first) throw new Error('no rows');
  const changes = [[], [{ ...first, version: 7 }], [{ ...first, hash: contentHash('other') }], [first, first]];
  for (const changed of changes) {
    const differing = digest([...changed, ...others]).flatMap(([count, hash], bucket) =>
      count === whole[bucket]?.[0] && hash === whole[bucket]?.[1] ? [] : [bucket],
    );
    expect(differing).toEqual([bucketOf(first.subject)]);
  }
});

test('distributes subjects of any kind evenly over the buckets', () => {
  const kinds = [
    (i: number) => `3030-${i}`,
    (i: number) => `0195f3f0-0000-7000-8000-${String(i).padStart(12, '0')}`,
    (i: number) => `igdb-${i * 7}`,
  ];
  for (const name of kinds) {
    const counts = new Array<number>(bucketCount).fill(0);
    for (let i = 0; i < 25_600; i += 1) {
      const bucket = bucketOf(name(i));
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    expect(Math.max(...counts)).toBeLessThan(200);
    expect(Math.min(...counts)).toBeGreaterThan(30);
  }
});
