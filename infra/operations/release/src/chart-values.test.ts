import { expect, test } from 'vitest';
import { releasedValues } from './chart-values.ts';

const values = '# Where from.\nimage:\n  registry: ""\n  tag: 1.2.0\n\n# How many.\nreplicas: 1\nhost: games.example\n';

test('the registry is set, and nothing else is another', () => {
  expect(releasedValues(values, 'ghcr.io/somebody')).toBe(values.replace('""', '"ghcr.io/somebody"'));
});

test('one that somebody has set is not written over', () => {
  expect(() => releasedValues(values.replace('""', 'registry.example'), 'ghcr.io/somebody')).toThrow('already');
});
