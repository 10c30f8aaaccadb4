import { reviewsRefreshed } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { DailyReviews } from './daily-reviews.ts';
import { onlyVersion } from './refresh-reviews.ts';

/** Publishes the videos of every day that is kept, a month at most. @returns how many days */
export async function republishReviews(work: Work): Promise<number> {
  return work.transaction(async ({ em, publish }) => {
    const days = await em.find(DailyReviews, {}, { orderBy: { date: 'asc' } });
    for (const { date, videos } of days) {
      publish(reviewsRefreshed, { data: { date, video_ids: videos.map(({ id }) => id) }, version: onlyVersion });
    }
    return days.length;
  });
}
