import type { Video } from '@nightshelf/contracts/videos.ts';
import { type APIRequestContext, expect } from '@playwright/test';

/** Returns today's videos from the API, waiting for the first refresh of a product that has just started. */
export async function todaysVideos(request: APIRequestContext): Promise<readonly Video[]> {
  let videos: readonly Video[] = [];
  await expect(async () => {
    ({ videos } = await (await request.get('/api/youtube/daily-reviews')).json());
    expect(videos).not.toEqual([]);
  }).toPass();
  return videos;
}
