import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '@nightshelf/testing';
import { expect, onTestFinished, test } from 'vitest';
import { refreshed, shown, YouTube } from './youtube.ts';

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
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname as keyof typeof items;
    response.end(JSON.stringify({ items: items[path] }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
