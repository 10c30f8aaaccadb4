import type { mediaCalls } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

export const dailyReviews = () =>
  request<typeof mediaCalls.dailyReviews>({ method: 'GET', path: '/api/youtube/daily-reviews' });
