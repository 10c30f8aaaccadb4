import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { journeyOf, journeys } from './journeys.ts';

test('every call of a journey is known to the gateway and belongs to no other journey', () => {
  for (const [journey, calls] of Object.entries(journeys)) {
    for (const call of calls) {
      expect(endpoints).toContain(call);
      expect(journeyOf(call)).toBe(journey);
    }
  }
});

test('most calls belong to no journey', () => {
  expect(endpoints.filter(journeyOf).length).toBeLessThan(20);
});
