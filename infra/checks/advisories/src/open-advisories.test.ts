import { expect, it } from 'vitest';
import accepted from '../accepted.json' with { type: 'json' };
import { openAdvisories } from './open-advisories.ts';

const advisory = (name: string, id: string) => ({
  name,
  severity: 'high',
  title: 'It falls over',
  range: '<2.0.0',
  url: `https://github.com/advisories/${id}`,
});
const report = {
  vulnerabilities: {
    left: { via: [advisory('left', 'GHSA-aaaa'), advisory('left', 'GHSA-bbbb')] },
    right: { via: ['left', advisory('left', 'GHSA-bbbb')] },
  },
};

it('lists each advisory once, without accepted ones', () => {
  const acceptance = { id: 'GHSA-aaaa', package: 'left', reason: 'Only tests run it, on their own input.' };
  expect(openAdvisories(report, [acceptance]).map(({ url }) => url)).toEqual([
    'https://github.com/advisories/GHSA-bbbb',
  ]);
});

it('accepts an advisory for its own package only', () => {
  expect(openAdvisories(report, [{ id: 'GHSA-aaaa', package: 'right', reason: '' }])).toHaveLength(2);
});

it('requires a reason for every acceptance', () => {
  expect(accepted.filter(({ id, package: name, reason }) => !id || !name || reason.length < 20)).toEqual([]);
});
