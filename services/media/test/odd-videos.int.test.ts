import { createRegistry } from '@nightshelf/platform/metrics/metrics.ts';
import { type TestService, until } from '@nightshelf/testing';
import { Counter } from 'prom-client';
import { expect, test } from 'vitest';
import { youTubeClient } from '../src/youtube/client.ts';
import { counted, refreshed, serve, shown, someVideo, storeDay, YouTube } from './youtube.ts';

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

const feed = (published: string) => `<feed><entry><yt:videoId>bbbbbbbbbbb</yt:videoId><yt:channelId>UCa</yt:channelId>
  <title>A review</title><author><name>Somebody</name></author><published>${published}</published></entry></feed>`;

test('keeps the most recent videos and retries when a refresh finds nothing new', async () => {
  let isThere = false;
  let calls = 0;
  const url = await serve((_, response) => {
    calls += 1;
    // Simulates a partial feed outage: nearly all channels return 404, one has only old videos.
    if (!isThere && calls > 1) response.writeHead(404).end();
    else response.end(feed(isThere ? new Date().toISOString() : '2020-01-01T00:00:00Z'));
  });
  const media = await new YouTube(url).media({ YOUTUBE_API_KEY: '' });
  await storeDay(media, 1, [someVideo()]);
  const ended = async (result: string) => (await counted(media, 'media_refresh_total', `result="${result}"`)) > 0;
  await until('a refresh has ended', async () => (await ended('refreshed')) || ended('failed'));
  expect(await shown(media)).toEqual([someVideo()]);
  isThere = true;
  await until("today's are shown", async () => (await shown(media))[0]?.id === 'bbbbbbbbbbb', 30_000);
});

test('does not follow a redirect to another host', async () => {
  const visited: (string | undefined)[] = [];
  const inner = await serve((request, response) => {
    visited.push(request.url);
    response.end('secret');
  });
  const outer = await serve((_, response) => response.writeHead(302, { location: `${inner}/inside` }).end());
  const client = youTubeClient(
    new Counter({ name: 'calls', help: '-', labelNames: ['call', 'result'], registers: [createRegistry('test')] }),
  );
  await expect(client.get('feed', new URL(outer), new AbortController().signal)).rejects.toThrow('feed answered 302');
  await client.close();
  expect(visited).toEqual([]);
});
