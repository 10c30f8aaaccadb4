import { expect, test } from 'vitest';
import { releasedValues } from './chart-values.ts';

const values = '# Where from.\nimage:\n  registry: ""\n  tag: 1.2.0\n\n# How many.\nreplicas: 1\nhost: games.example\n';

test('sets only the registry', () => {
  expect(releasedValues(values, 'ghcr.io/somebody')).toBe(values.replace('""', '"ghcr.io/somebody"'));
});

test('refuses to replace an existing registry', () => {
  expect(() => releasedValues(values.replace('""', 'registry.example'), 'ghcr.io/somebody')).toThrow('already');
});
