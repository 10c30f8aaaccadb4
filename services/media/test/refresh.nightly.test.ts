import * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import { reviewsRefreshed } from '@nightshelf/contracts/events/reviews.ts';
import type { RunningService } from '@nightshelf/platform/service/start-service.ts';
import { ApiClient, startSwallowingProxy, type TestService, until } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  counted,
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

const failures = () => counted(service, 'media_refresh_total', 'result="failed"');

async function refreshesOf(replica: Pick<RunningService, 'operationsUrl'>, result: string): Promise<number> {
  const metrics = await (await fetch(`${replica.operationsUrl}/metrics`)).text();
  return Number(
    new RegExp(`^media_refresh_total\\{[^}]*result="${result}"[^}]*\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0,
  );
}

async function startReplicas(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => startReplica(service)));
}

async function withQueue<Result>(act: (queue: Queue) => Promise<Result>): Promise<Result> {
  const queue = new Queue('daily-reviews', { connection: { url: service.env.REDIS_URL ?? '' } });
  try {
    return await act(queue);
  } finally {
    await queue.close();
  }
}

describe('once a day', () => {
  test('fetches once for three replicas that start together', async () => {
    service = await youtube.media({ ROLES: 'http' });
    await startReplicas(3);
    await refreshed(service);
    await until('no job is left', () =>
      withQueue(async (queue) => (await queue.getJobCountByTypes('active', 'waiting')) === 0),
    );
    expect(await youtube.calls('/playlistItems')).toHaveLength(18);
    expect(await storedDates(service)).toEqual([today()]);
    expect(await service.recorded(reviewsRefreshed)).toHaveLength(1);
    expect(await withQueue((queue) => queue.getJobSchedulersCount())).toBe(1);
  });

  test('refreshes on schedule and skips further runs that day', async () => {
    service = await youtube.media({ ROLES: 'http' });
    const replica = await startReplica(service, { REVIEWS_REFRESH_PATTERN: '* * * * * *' });
    await until('scheduled runs went by', async () => (await refreshesOf(replica, 'already')) >= 2);
    await replica.stop();
    expect(await youtube.calls('/playlistItems')).toHaveLength(18);
    expect(await service.recorded(reviewsRefreshed)).toHaveLength(1);
  });

  test('resumes the schedule after Redis connections go silent, without a restart', async () => {
    service = await youtube.media({ ROLES: 'http' });
    const proxy = await startSwallowingProxy(service.env.REDIS_URL ?? '');
    const change = { REVIEWS_REFRESH_PATTERN: '* * * * * *', REDIS_URL: proxy.url };
    const replica = await startReplica(service, change);
    const runs = () => refreshesOf(replica, 'already');
    await until('a scheduled run went by', async () => (await runs()) >= 1);
    proxy.swallow();
    const before = await runs();
    await until('scheduled runs go on', async () => (await runs()) >= before + 2, 90_000);
  });

  test('restores the schedule after Redis was emptied and fetches missing videos', async () => {
    service = await youtube.media();
    await refreshed(service);
    await service.query('delete from daily_reviews');
    await withQueue(async (queue) => {
      const redis = new Redis(service.env.REDIS_URL ?? '');
      await redis.flushdb();
      redis.disconnect();
      await until('the schedule is back', () => queue.getJobScheduler('refresh-daily'));
    });
    await refreshed(service);
  });

  test('starts without Redis, shows stored videos and stops cleanly', async () => {
    service = await youtube.media({ ROLES: 'http' });
    await storeDay(service, 1, [someVideo()]);
    const alone = await startReplica(service, { ROLES: 'http,jobs', REDIS_URL: 'redis://127.0.0.1:1' });
    const answered = await new ApiClient(alone.url).call(mediaCalls.dailyReviews, {});
    expect(answered.videos).toEqual([someVideo()]);
    const started = performance.now();
    await alone.stop();
    expect(performance.now() - started).toBeLessThan(12_000);
  });

  test('schedules the refresh daily at 06:00 UTC by default', async () => {
    service = await youtube.media();
    const scheduler = await until('the schedule stands', () =>
      withQueue((queue) => queue.getJobScheduler('refresh-daily')),
    );
    expect(scheduler).toMatchObject({ pattern: '0 6 * * *', tz: 'UTC' });
    expect(new Date(scheduler.next ?? 0).toISOString()).toMatch(/T06:00:00.000Z$/);
  });
});

describe('when YouTube fails', () => {
  test.each(['down', 'server-error', 'malformed', 'html', 'too-many'])(
    'keeps the most recent videos and retries until it works: %s',
    async (mode) => {
      await youtube.fail(mode);
      service = await youtube.media();
      await storeDay(service, 1, [someVideo()]);
      await until('a refresh has failed', async () => (await failures()) > 0, 60_000);
      expect(await shown(service)).toEqual([someVideo()]);
      await youtube.fail('none');
      await refreshed(service);
      expect((await shown(service)).length).toBeGreaterThan(3);
    },
  );

  test.each(['quota', 'unauthorized'])('does not retry that day: %s', async (mode) => {
    await youtube.fail(mode);
    service = await youtube.media();
    await storeDay(service, 1, [someVideo()]);
    await until('the refresh has failed', async () => (await failures()) > 0);
    // The job ends shortly after its failure is counted.
    await until('no job is left', () =>
      withQueue(async (queue) => (await queue.getJobCountByTypes('active', 'waiting', 'failed', 'prioritized')) === 0),
    );
    const calls = await youtube.calls();
    // Only the calls that were in flight at the first refusal, not one per channel.
    expect(calls.length).toBeLessThanOrEqual(4);
    await youtube.fail('none');
    expect(await youtube.calls()).toEqual(calls);
    expect(await shown(service)).toEqual([someVideo()]);
  });

  test('skips one missing channel', async () => {
    await youtube.fail('not-found', 1);
    service = await youtube.media();
    await refreshed(service);
    expect((await shown(service)).length).toBeGreaterThan(3);
    expect(await failures()).toBe(0);
    expect(await counted(service, 'media_provider_calls_total', 'call="playlistItems",result="failed"')).toBe(1);
  });

  test('retries a temporary failure within the refresh', async () => {
    await youtube.fail('server-error', 2);
    service = await youtube.media();
    await refreshed(service);
    expect(await failures()).toBe(0);
    expect(await youtube.calls('/playlistItems')).toHaveLength(20);
  });

  test('keeps the most recent videos when feeds fail', async () => {
    await youtube.fail('html');
    service = await youtube.media({ YOUTUBE_API_KEY: '' });
    await storeDay(service, 1, [someVideo()]);
    await until('a refresh has failed', async () => (await failures()) > 0);
    expect(await shown(service)).toEqual([someVideo()]);
    await youtube.fail('none');
    await refreshed(service);
  });

  test('stops without waiting for a slow YouTube and lets another replica take over', async () => {
    await youtube.fail('slow');
    service = await youtube.media({ ROLES: 'http' });
    const first = await startReplica(service);
    await until('YouTube was asked', async () => (await youtube.calls()).length > 0);
    const started = performance.now();
    await first.stop();
    expect(performance.now() - started).toBeLessThan(12_000);
    await youtube.fail('none');
    await startReplica(service);
    await refreshed(service);
  });
});
