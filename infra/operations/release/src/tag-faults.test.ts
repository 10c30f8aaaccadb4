import { expect, test } from 'vitest';
import { type Checkout, tagFaults } from './tag-faults.ts';

const checkout: Checkout = {
  packageVersion: '1.2.0',
  changelog: '## 1.2.0\n\n- Something.\n\n## 1.1.0\n\n- Before.\n',
  manifestVersions: ['1.2.0', '1.2.0'],
  tagsHere: ['v1.2.0'],
};

test('accepts a tag that matches the checkout', () => {
  expect(tagFaults('v1.2.0', checkout)).toEqual([]);
});

test.each<[string, string, Partial<Checkout>, RegExp]>([
  [
    'another version',
    'v1.1.0',
    { manifestVersions: ['1.1.0'], tagsHere: ['v1.1.0'] },
    /package\.json is of .* 1\.2\.0/,
  ],
  ['no version', 'v1', {}, /is no version/],
  ['build metadata', 'v1.2.0+1', {}, /is no version/],
  ['no v', '1.2.0', {}, /is no version/],
  ['manifests of the previous version', 'v1.2.0', { manifestVersions: ['1.2.0', '1.1.0'] }, /k8s\/.* version 1\.1\.0/],
  ['no section', 'v1.2.0', { changelog: '## Unreleased\n\n- Something.\n' }, /nothing under "## 1\.2\.0"/],
  ['a tag of another commit', 'v1.2.0', { tagsHere: [] }, /no tag v1\.2\.0 at this commit/],
])('refuses %s', (_, tag, change, message) => {
  expect(tagFaults(tag, { ...checkout, ...change })).toEqual([expect.stringMatching(message)]);
});

test('reports every fault together', () => {
  expect(tagFaults('v2.0.0', checkout)).toHaveLength(4);
});
