import { z } from 'zod';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { video } from '../videos.ts';

export const dailyReviews = defineCall('GET /api/youtube/daily-reviews', {
  access: 'open',
  summary: "Today's review videos, newest first",
  answer: answer({ videos: z.array(video) }),
});
