import { expect, test } from 'vitest';
import { reachedIn } from './probe.ts';

test('what a pod has reached is read from what it prints', () => {
  expect(reachedIn('10.0.0.1:8080\n\nwarning\n10.0.0.2:5432\n')).toEqual([
    { address: '10.0.0.1', port: 8080 },
    { address: '10.0.0.2', port: 5432 },
  ]);
});
