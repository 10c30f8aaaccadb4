import { mediaCalls } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { listDailyReviews } from './list-daily-reviews.ts';

/** The daily review videos; never waits for YouTube. */
export function reviewRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, mediaCalls.dailyReviews, async () => ({
    success: true,
    message: "Today's gaming reviews.",
    videos: await listDailyReviews(work),
  }));
}
