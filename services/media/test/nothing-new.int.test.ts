import { until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { counted, serve, shown, someVideo, storeDay, YouTube } from './youtube.ts';

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
