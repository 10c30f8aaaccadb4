import { expect, test } from 'vitest';
import type { FaultKind } from './fault.ts';
import { makePlan } from './plan.ts';

const kind = (name: string, weight: number): FaultKind => ({
  kind: name,
  weight,
  draw: (random) => ({ target: random.pick(['a', 'b']), ms: random.mostlyShort(1, 1000) }),
  apply: async () => undefined,
});

const kinds = [kind('often', 90), kind('seldom', 9), kind('hardly', 1)];

test('the same seed is the same plan, another seed another', () => {
  const plan = makePlan({ seed: 7, faults: 50, kinds });
  expect(makePlan({ seed: 7, faults: 50, kinds })).toEqual(plan);
  expect(makePlan({ seed: 8, faults: 50, kinds })).not.toEqual(plan);
});

test.each([1, 2, 3, 4, 7, 1000])('%i faults are that many', (faults) => {
  expect(makePlan({ seed: 1, faults, kinds })).toHaveLength(faults);
});

test('every kind comes up, each about as often as its weight says', () => {
  const plan = makePlan({ seed: 7, faults: 50, kinds });
  const times = (name: string) => plan.filter((fault) => fault.kind === name).length;
  expect(plan).toHaveLength(50);
  expect(times('hardly')).toBe(1);
  expect(times('seldom')).toBeGreaterThanOrEqual(4);
  expect(times('often')).toBeGreaterThan(40);
});
