import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Video } from '@nightshelf/contracts/videos.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';

const DailyReviewsSchema = defineEntity({
  name: 'DailyReviews',
  tableName: 'daily_reviews',
  properties: {
    /** YYYY-MM-DD, in UTC. */
    date: p.date().primary(),
    videos: p.json<Video[]>(),
    refreshedAt: p.datetime(),
  },
});

export class DailyReviews extends DailyReviewsSchema.class {}

DailyReviewsSchema.setClass(DailyReviews);

/** YouTube's developer policies require API data to be refreshed or deleted within 30 days. */
const keptDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/** @returns the day in UTC, YYYY-MM-DD */
export const dateOf = (instant: Date) => instant.toISOString().slice(0, 10);

/** @returns the oldest day whose videos may still be kept and shown */
export const oldestKept = (now: Date) => dateOf(new Date(now.getTime() - (keptDays - 1) * dayMs));

/** @returns the videos of the most recent stored day, newest first; null when no day is stored yet */
export async function listDailyReviews(work: Work, now = new Date()): Promise<Video[] | null> {
  const [latest] = await work
    .query()
    .find(DailyReviews, { date: { $gte: oldestKept(now) } }, { orderBy: { date: 'desc' }, limit: 1 });
  return latest?.videos ?? null;
}
