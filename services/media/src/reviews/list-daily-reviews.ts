import type { Video } from '@nightshelf/contracts/videos.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { DailyReviews, oldestKept } from './daily-reviews.ts';

/** @returns the videos of the most recent stored day, newest first; null when no day is stored yet */
export async function listDailyReviews(work: Work, now = new Date()): Promise<Video[] | null> {
  const [latest] = await work
    .query()
    .find(DailyReviews, { date: { $gte: oldestKept(now) } }, { orderBy: { date: 'desc' }, limit: 1 });
  return latest?.videos ?? null;
}
