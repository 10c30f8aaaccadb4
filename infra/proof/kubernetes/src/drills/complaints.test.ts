import { expect, test } from 'vitest';
import { complaintsIn } from './complaints.ts';

test('a version in the name of a Job is no complaint, anything else is', () => {
  const dots =
    'Warning: metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]';
  expect(complaintsIn(`${dots}\nWarning: would violate PodSecurity "restricted:latest"\n\n`)).toEqual([
    'Warning: would violate PodSecurity "restricted:latest"',
  ]);
});

test('what repeats a whole resource is cut in its middle', () => {
  const [line = ''] = complaintsIn(`Error from server: ${'x'.repeat(5000)} is forbidden`);
  expect(line).toMatch(/^Error from server: x+ … x+ is forbidden$/);
  expect(line.length).toBeLessThan(250);
});
