import * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import type { Video } from '@nightshelf/contracts/videos.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
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
