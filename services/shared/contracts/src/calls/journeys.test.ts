import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { journeyOf, journeys } from './journeys.ts';

test('each call of a journey is one that the gateway knows, and of that journey alone', () => {
  for (const [journey, calls] of Object.entries(journeys)) {
    for (const call of calls) {
      expect(endpoints).toContain(call);
      expect(journeyOf(call)).toBe(journey);
    }
  }
});

test('most calls are of no journey', () => {
  expect(endpoints.filter(journeyOf).length).toBeLessThan(20);
});
