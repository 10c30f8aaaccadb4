import { dailyReviews } from '@nightshelf/contracts/calls/media.ts';
import { reviewsRefreshed } from '@nightshelf/contracts/events/reviews.ts';
import type { RunningService } from '@nightshelf/platform/service/start-service.ts';
import { ApiClient, startSwallowingProxy, type TestService, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
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

const failures = () => counted(service, 'media_refresh_total', 'result="failed"');
const runsOf = (replica: RunningService) => counted(replica, 'media_refresh_total', 'result="already"');

describe('once a day', () => {
  test('fetches once for three replicas that start together', async () => {
    service = await youtube.media({ ROLES: 'http' });
    await Promise.all([startReplica(service), startReplica(service), startReplica(service)]);
    await refreshed(service);
    const queue = queueOf(service);
    await until('no job is left', async () => (await queue.getJobCountByTypes('active', 'waiting')) === 0);
    expect(await youtube.calls('/playlistItems')).toHaveLength(18);
    expect(await storedDates(service)).toEqual([today()]);
    expect(await service.recorded(reviewsRefreshed)).toHaveLength(1);
    expect(await queue.getJobSchedulersCount()).toBe(1);
  });

  test('refreshes on schedule and skips further runs that day', async () => {
    service = await youtube.media({ ROLES: 'http' });
    const replica = await startReplica(service, { REVIEWS_REFRESH_PATTERN: '* * * * * *' });
    await until('scheduled runs went by', async () => (await runsOf(replica)) >= 2);
    await replica.stop();
    expect(await youtube.calls('/playlistItems')).toHaveLength(18);
    expect(await service.recorded(reviewsRefreshed)).toHaveLength(1);
  });

  test('resumes the schedule after Redis connections go silent, without a restart', async () => {
    service = await youtube.media({ ROLES: 'http' });
    const proxy = await startSwallowingProxy(service.env.REDIS_URL ?? '');
    const change = { REVIEWS_REFRESH_PATTERN: '* * * * * *', REDIS_URL: proxy.url };
    const replica = await startReplica(service, change);
    const runs = () => runsOf(replica);
    await until('a scheduled run went by', async () => (await runs()) >= 1);
    proxy.swallow();
    const before = await runs();
    await until('scheduled runs go on', async () => (await runs()) >= before + 2, 90_000);
  });

  test('restores the schedule after Redis was emptied and fetches missing videos', async () => {
    service = await youtube.media();
    await refreshed(service);
    await service.query('delete from daily_reviews');
    const queue = queueOf(service);
    const redis = new Redis(service.env.REDIS_URL ?? '');
    await redis.flushdb();
    redis.disconnect();
    await until('the schedule is back', () => queue.getJobScheduler('refresh-daily'));
    await refreshed(service);
  });

  test('starts without Redis, shows stored videos and stops cleanly', async () => {
    service = await youtube.media({ ROLES: 'http' });
    await storeDay(service, 1, [someVideo()]);
    const alone = await startReplica(service, { ROLES: 'http,jobs', REDIS_URL: 'redis://127.0.0.1:1' });
    expect((await new ApiClient(alone.url).call(dailyReviews, {})).videos).toEqual([someVideo()]);
    const started = performance.now();
    await alone.stop();
    expect(performance.now() - started).toBeLessThan(12_000);
  });

  test('schedules the refresh daily at 06:00 UTC by default', async () => {
    service = await youtube.media();
    const queue = queueOf(service);
    const scheduler = await until('the schedule stands', () => queue.getJobScheduler('refresh-daily'));
    expect(scheduler).toMatchObject({ pattern: '0 6 * * *', tz: 'UTC' });
    expect(new Date(scheduler.next ?? 0).toISOString()).toMatch(/T06:00:00.000Z$/);
  });
});

describe('when YouTube fails', () => {
  test.each([
    ...['down', 'server-error', 'malformed', 'html', 'too-many'].map((mode) => [mode, {}] as const),
    ['html', { YOUTUBE_API_KEY: '' }] as const,
  ])('keeps the most recent videos and retries until it works: %s %j', async (mode, env) => {
    await youtube.fail(mode);
    service = await youtube.media(env);
    await storeDay(service, 1, [someVideo()]);
    await until('a refresh has failed', async () => (await failures()) > 0, 60_000);
    expect(await shown(service)).toEqual([someVideo()]);
    await youtube.fail('none');
    await refreshed(service);
    expect((await shown(service)).length).toBeGreaterThan(3);
  });

  test.each(['quota', 'unauthorized'])('does not retry that day: %s', async (mode) => {
    await youtube.fail(mode);
    service = await youtube.media();
    await storeDay(service, 1, [someVideo()]);
    await until('the refresh has failed', async () => (await failures()) > 0);
    // The job ends shortly after its failure is counted.
    const queue = queueOf(service);
    const unfinished = ['active', 'waiting', 'failed', 'prioritized'] as const;
    await until('no job is left', async () => (await queue.getJobCountByTypes(...unfinished)) === 0);
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
