import type { Failure } from '@nightshelf/contracts/answer.ts';
import { dailyReviews } from '@nightshelf/contracts/calls/media.ts';
import { reviewsRefreshed } from '@nightshelf/contracts/events/reviews.ts';
import { video } from '@nightshelf/contracts/videos.ts';
import { type TestService, until } from '@nightshelf/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  counted,
  queueOf,
  refreshed,
  shown,
  someVideo,
  startReplica,
  storeDay,
  storedDates,
  today,
  YouTube,
} from './youtube.ts';

let service: TestService;

const youtube = await YouTube.start();

beforeEach(() => youtube.reset());

/** Returns what YouTube says about some videos. */
async function detailsOf(ids: readonly string[]) {
  const query = new URLSearchParams({ part: 'snippet,contentDetails,status', id: ids.join(), key: 'simulator' });
  const response = await fetch(`${youtube.url}/youtube/v3/videos?${query}`);
  return ((await response.json()) as { readonly items: readonly { readonly id: string }[] }).items;
}

function expectGoodChoice(videos: Awaited<ReturnType<typeof shown>>) {
  expect(videos.length).toBeGreaterThan(3);
  expect(videos.length).toBeLessThanOrEqual(12);
  for (const one of videos) {
    expect(video.parse(one)).toEqual(one);
    expect(one.url).toBe(`https://www.youtube.com/watch?v=${one.id}`);
    expect(one.embed_url).toBe(`https://www.youtube-nocookie.com/embed/${one.id}`);
    expect(one.thumbnail).toMatch(/^https?:\/\//);
  }
  const times = videos.map(({ published_at }) => Date.parse(published_at));
  expect(times).toEqual([...times].sort((a, b) => b - a));
  const perChannel = Object.values(Object.groupBy(videos, ({ channel_title }) => channel_title));
  expect(Math.max(...perChannel.map((group) => group?.length ?? 0))).toBeLessThanOrEqual(3);
}

test('shows labeled samples until the first videos are fetched', async () => {
  await youtube.fail('down');
  service = await youtube.media({ VIDEO_SAMPLES: '1' });
  const samples = await shown(service);
  expect(samples.length).toBeGreaterThan(2);
  for (const { title, channel_title, description } of samples) {
    expect(`${title} ${channel_title}`).toMatch(/^Sample: .*\(sample\)$/);
    expect(description).toContain('has not reached YouTube yet');
  }
  await storeDay(service, 1, [someVideo()]);
  expect((await shown(service)).map(({ id }) => id)).toEqual([someVideo().id]);
});

describe('at the first start', () => {
  test("fetches, stores, publishes and shows today's videos", async () => {
    service = await youtube.media();
    await refreshed(service);
    const videos = await shown(service);
    expectGoodChoice(videos);
    const items = await detailsOf(videos.map(({ id }) => id));
    expect(items).toHaveLength(videos.length);
    for (const item of items) {
      expect(item).toMatchObject({
        status: { embeddable: true },
        snippet: { liveBroadcastContent: 'none', title: videos.find(({ id }) => id === item.id)?.title },
        contentDetails: { duration: expect.not.stringMatching(/^PT\d{1,2}S$/) },
      });
    }
    const events = await service.recorded(reviewsRefreshed);
    expect(events).toEqual([
      { id: expect.any(String), version: 1, data: { date: today(), video_ids: videos.map(({ id }) => id) } },
    ]);
    expect(await counted(service, 'media_refresh_total', 'result="refreshed"')).toBe(1);
    expect(await counted(service, 'media_provider_calls_total', 'call="playlistItems",result="ok"')).toBe(18);
  });

  test('reads the public feeds without a key', async () => {
    service = await youtube.media({ YOUTUBE_API_KEY: '' });
    await refreshed(service);
    expectGoodChoice(await shown(service));
    expect(await youtube.calls('/youtube/v3')).toEqual([]);
    expect(await youtube.calls('/feeds/videos.xml')).toHaveLength(18);
  });

  test("does not call YouTube when today's videos are stored", async () => {
    service = await youtube.media({ ROLES: 'http' });
    await storeDay(service, 0, [someVideo()]);
    await startReplica(service);
    const queue = queueOf(service);
    await until('the schedule stands', () => queue.getJobScheduler('refresh-daily'));
    expect(await youtube.calls()).toEqual([]);
    expect(await shown(service)).toEqual([someVideo()]);
  });
});

describe('the endpoint', () => {
  test('returns the most recent videos, or none, without waiting for YouTube', async () => {
    await youtube.fail('down');
    service = await youtube.media();
    expect(await shown(service)).toEqual([]);
    await storeDay(service, 2, [someVideo('bbbbbbbbbbb')]);
    await storeDay(service, 1, [someVideo()]);
    const started = performance.now();
    expect(await shown(service)).toEqual([someVideo()]);
    expect(performance.now() - started).toBeLessThan(4500);
  });

  test('is public and returns 404 for other methods and paths', async () => {
    service = await youtube.media({ ROLES: 'http' });
    const { status, body } = await service.api.attempt(dailyReviews, { query: { limit: -1, x: '\u0000' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: expect.any(String), videos: [] });
    for (const [method, path] of [
      ['POST', '/api/youtube/daily-reviews'],
      ['GET', '/api/youtube/daily-reviews/1'],
      ['GET', '/api/youtube/%00'],
    ] as const) {
      const answered = await service.api.send<Failure>(method, path);
      expect(answered.status).toBe(404);
      expect(answered.body.success).toBe(false);
    }
  });
});

test('neither shows nor keeps videos older than 30 days', async () => {
  await youtube.fail('down');
  service = await youtube.media({ ROLES: 'http,relay' });
  await storeDay(service, 31, [someVideo()]);
  await storeDay(service, 30, [someVideo()]);
  expect(await shown(service)).toEqual([]);
  const kept = await storeDay(service, 29, [someVideo('bbbbbbbbbbb')]);
  expect(await shown(service)).toEqual([someVideo('bbbbbbbbbbb')]);
  await startReplica(service);
  await until('old ones are gone', async () => (await storedDates(service)).join() === kept);
});

test('republishes every kept day', async () => {
  service = await youtube.media({ ROLES: 'http,relay' });
  const dates = [await storeDay(service, 1, [someVideo()]), await storeDay(service, 0, [])].sort();
  await service.command('republish');
  const received = await service.recorded(reviewsRefreshed);
  expect(received.map(({ data, version }) => [data.date, data.video_ids, version])).toEqual([
    [dates[0], ['aaaaaaaaaaa'], 1],
    [dates[1], [], 1],
  ]);
});
