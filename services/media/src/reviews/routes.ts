import { mediaCalls } from '@nightshelf/contracts';
import { route, type ServiceParts, type Work } from '@nightshelf/platform';
import { listDailyReviews } from './list-daily-reviews.ts';

/** The daily review videos; never waits for YouTube. */
export const reviewRoutes =
  (work: Work): ServiceParts['routes'] =>
  (app) => {
    route(app, mediaCalls.dailyReviews, async () => ({
      success: true,
      message: "Today's gaming reviews.",
      videos: await listDailyReviews(work),
    }));
  };
