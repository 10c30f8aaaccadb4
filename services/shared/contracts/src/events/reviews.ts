import { z } from 'zod';
import { defineEvent } from './event.ts';

const refreshed = z.object({ date: z.iso.date(), video_ids: z.array(z.string()) });

export const reviewsRefreshed = defineEvent({
  type: 'media.reviews.refreshed.v1',
  topic: 'media.reviews',
  data: refreshed,
  subject: ({ date }) => date,
});
