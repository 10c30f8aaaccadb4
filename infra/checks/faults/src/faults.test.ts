import { expect, it } from 'vitest';
import { faultKinds, makePlan } from './faults.ts';

const namesOf = (count: number, seed = 7) => makePlan(faultKinds, count, seed).map(({ kind }) => kind.name);

it('plans the same faults for the same seed only', () => {
  const plan = makePlan(faultKinds, 50, 7);
  expect(makePlan(faultKinds, 50, 7)).toEqual(plan);
  expect(makePlan(faultKinds, 50, 8)).not.toEqual(plan);
});

it.each([1, 7, 1000])('plans %i faults', (count) => {
  expect(namesOf(count)).toHaveLength(count);
});

it('plans every kind at least once and heavier kinds more often', () => {
  expect(new Set(namesOf(faultKinds.length)).size).toBe(faultKinds.length);
  const times = (name: string) => namesOf(1000).filter((each) => each === name).length;
  expect(times('kill')).toBeGreaterThan(3 * times('crash-redis'));
});
