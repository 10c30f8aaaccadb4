import * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import type { Video } from '@nightshelf/contracts/videos.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { listDailyReviews } from './list-daily-reviews.ts';

interface Parts {
  readonly work: Work;
  /** Shown until the first videos are fetched; may be empty. */
  readonly samples: () => Video[];
}

/** Serves the stored videos and never waits for YouTube. */
export function reviewRoutes(app: FastifyInstance, { work, samples }: Parts): void {
  route(app, mediaCalls.dailyReviews, async () => ({
    success: true,
    message: "Today's gaming reviews.",
    videos: (await listDailyReviews(work)) ?? samples(),
  }));
}
