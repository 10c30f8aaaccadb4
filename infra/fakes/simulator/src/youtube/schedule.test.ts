import { expect, it } from 'vitest';
import { recentVideos } from './schedule.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
const hour = 3_600_000;

it('always has a review from the last hours, and one from each of the previous ten days', () => {
  for (let step = 0; step < 400; step++) {
    const now = start + step * 37 * 60_000;
    const ages = recentVideos(now).map(({ published }) => now - published.getTime());
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...ages)).toBeLessThan(9 * hour);
    expect(new Set(ages.map((age) => Math.floor(age / (24 * hour)))).size).toBeGreaterThanOrEqual(10);
  }
});

it('keeps a review unchanged when newer ones appear', () => {
  expect(recentVideos(start + 72 * hour)).toContainEqual(recentVideos(start)[0]);
});

it('includes videos that the product must not show', () => {
  const videos = recentVideos(start);
  expect(videos.filter(({ embeddable }) => !embeddable)).toHaveLength(1);
  expect(videos.filter(({ seconds }) => seconds === 45)).toHaveLength(1);
  expect(videos.filter(({ broadcast }) => broadcast === 'upcoming').map(({ seconds }) => seconds)).toEqual([0]);
});
