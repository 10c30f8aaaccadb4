import { reviewsRefreshed } from '@nightshelf/contracts/events/reviews.ts';
import { type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { DailyReviews } from './daily-reviews.ts';
import { onlyVersion } from './refresh-reviews.ts';

/** The videos of all kept days, up to 30. */
export const ownedReviews: OwnedTopic = {
  topic: 'media.reviews',
  parts: [
    ownedEntities(DailyReviews, 'date', ({ date, videos }) => ({
      event: reviewsRefreshed,
      data: { date, video_ids: videos.map(({ id }) => id) },
      version: onlyVersion,
    })),
  ],
};
