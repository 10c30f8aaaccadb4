import type { TestService } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { refreshed, serve, shown, YouTube } from './youtube.ts';

/** Starts media with a fake YouTube whose only upload has this title and description. */
async function withVideo(snippet: { title: string; description: string }): Promise<TestService> {
  const at = new Date().toISOString();
  const items = {
    '/playlistItems': [{ contentDetails: { videoId: 'aaaaaaaaaaa', videoPublishedAt: at } }],
    '/videos': [
      {
        id: 'aaaaaaaaaaa',
        snippet: { ...snippet, publishedAt: at, channelId: 'UCa', channelTitle: 'Somebody' },
        contentDetails: { duration: 'PT10M' },
        status: { embeddable: true },
      },
    ],
  };
  const url = await serve((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname as keyof typeof items;
    response.end(JSON.stringify({ items: items[path] }));
  });
  return new YouTube(url).media({ YOUTUBE_BASE_URL: url });
}

test.each([
  ['an emoji where its description is cut', { title: 'A review', description: `${'a'.repeat(4999)}🎮 and more` }],
  ['half a character', { title: 'A review \ud83c', description: '' }],
])("stores the day's videos despite %s", async (_, snippet) => {
  const media = await withVideo(snippet);
  await refreshed(media);
  const [video] = await shown(media);
  expect(video).toMatchObject({ id: 'aaaaaaaaaaa' });
  expect([video?.title, video?.description].every((text) => text?.isWellFormed())).toBe(true);
});
