import { expect, it } from 'vitest';
import { duration } from './present.ts';
import { ReviewSchedule } from './schedule.ts';

const at = (time: string) => new ReviewSchedule(() => new Date(time)).videos();
const hour = 3_600_000;

it('always has a review from the last hours', () => {
  for (let step = 0; step < 400; step++) {
    const now = Date.parse('2026-03-01T00:00:00Z') + step * 37 * 60_000;
    const [newest] = new ReviewSchedule(() => new Date(now)).videos();
    const age = now - (newest?.published.getTime() ?? 0);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(9 * hour);
  }
});

it('keeps a review unchanged when newer ones appear', () => {
  const [newest] = at('2026-03-01T12:00:00Z');
  expect(at('2026-03-04T12:00:00Z')).toContainEqual(newest);
});

it('formats durations like the API', () => {
  expect([45, 600, 782, 3725, 0].map(duration)).toEqual(['PT45S', 'PT10M', 'PT13M2S', 'PT1H2M5S', 'P0D']);
});
