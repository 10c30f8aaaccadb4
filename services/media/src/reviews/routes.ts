import { mediaCalls, type Video } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { listDailyReviews } from './list-daily-reviews.ts';

interface Parts {
  readonly work: Work;
  /** Shown as long as no video has ever been fetched; empty for none. */
  readonly samples: () => Video[];
}

/** The daily review videos; never waits for YouTube. */
export function reviewRoutes(app: FastifyInstance, { work, samples }: Parts): void {
  route(app, mediaCalls.dailyReviews, async () => ({
    success: true,
    message: "Today's gaming reviews.",
    videos: (await listDailyReviews(work)) ?? samples(),
  }));
}
