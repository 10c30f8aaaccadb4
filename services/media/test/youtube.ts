import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dailyReviews } from '@nightshelf/contracts/calls/media.ts';
import type { Video } from '@nightshelf/contracts/videos.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { startSimulator } from '@nightshelf/simulator';
import { closeAfterTests, startTestService, type TestService, until } from '@nightshelf/testing';
import { Queue } from 'bullmq';
import { mediaService } from '../src/service.ts';

/** The simulated YouTube of one test file. */
export class YouTube {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Starts the simulator for the calling test file. */
  static async start(): Promise<YouTube> {
    const { url, close } = await startSimulator({});
    closeAfterTests(async () => close());
    return new YouTube(url);
  }

  /** Makes it fail, for a number of responses or until changed. */
  async fail(mode: string, times?: number): Promise<void> {
    const response = await fetch(`${this.url}/simulator/failures/youtube`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode, ...(times ? { times } : {}) }),
    });
    if (!response.ok) throw new Error(`The simulator refuses ${mode}: ${await response.text()}`);
  }

  async reset(): Promise<void> {
    await this.fail('none');
    await fetch(`${this.url}/simulator/calls`, { method: 'DELETE' });
  }

  /** Returns the paths called since the last reset. */
  async calls(part = ''): Promise<string[]> {
    const { calls } = (await (await fetch(`${this.url}/simulator/calls`)).json()) as { calls: { path: string }[] };
    return calls.map(({ path }) => path).filter((path) => path.includes(part));
  }

  /** Starts media against it with short retry times, until the end of the calling test. */
  async media(env: Record<string, string> = {}): Promise<TestService> {
    const settings = {
      YOUTUBE_API_KEY: 'simulator',
      YOUTUBE_BASE_URL: `${this.url}/youtube/v3`,
      YOUTUBE_FEED_BASE_URL: this.url,
      REVIEWS_RETRY_SECONDS: '0.2',
      REVIEWS_SCHEDULE_CHECK_SECONDS: '0.2',
    };
    return startTestService(mediaService, { env: { ...settings, ...env } });
  }
}

/** Starts another process of the service until the end of the calling test. */
export async function startReplica({ env }: TestService, change: Readonly<Record<string, string>> = {}) {
  const replica = await startService(mediaService, { ...env, ROLES: 'jobs', ...change });
  return { ...replica, stop: closeAfterTests(() => replica.stop()) };
}

/** Opens the queue of refreshes until the end of the calling test. */
export function queueOf({ env }: TestService): Queue {
  const queue = new Queue('daily-reviews', { connection: { url: env.REDIS_URL ?? '' } });
  closeAfterTests(() => queue.close());
  return queue;
}

/** Starts an HTTP server until the end of the calling test. @returns its address */
export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  closeAfterTests(async () => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const today = () => new Date().toISOString().slice(0, 10);

export const storedDates = async (service: TestService) =>
  (await service.query<{ date: string }>('select date::text from daily_reviews order by date')).map(({ date }) => date);

export const refreshed = (service: TestService) =>
  until("today's videos are stored", async () => (await storedDates(service)).includes(today()), 60_000);

export const shown = async (service: TestService): Promise<Video[]> =>
  (await service.api.call(dailyReviews, {})).videos;

/** Stores a day's videos like an earlier refresh. */
export async function storeDay(service: TestService, daysAgo: number, videos: readonly Video[]): Promise<string> {
  const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await service.query('insert into daily_reviews (date, videos, refreshed_at) values ($1, $2, now())', [
    date,
    JSON.stringify(videos),
  ]);
  return date;
}

/** A video that does not exist on YouTube. */
export const someVideo = (id = 'aaaaaaaaaaa'): Video => ({
  id,
  title: 'Yesterday’s review',
  description: '',
  thumbnail: null,
  channel_title: 'Somebody',
  published_at: '2026-01-01T00:00:00.000Z',
  embed_url: `https://www.youtube-nocookie.com/embed/${id}`,
  url: `https://www.youtube.com/watch?v=${id}`,
});

/** Returns a counter's value from the service's metrics; 0 when missing. */
export async function counted(
  service: Pick<TestService, 'operationsUrl'>,
  name: string,
  label: string,
): Promise<number> {
  const metrics = await (await fetch(`${service.operationsUrl}/metrics`)).text();
  const line = metrics.split('\n').find((text) => text.startsWith(`${name}{`) && text.includes(label));
  return Number(line?.split(' ').at(-1) ?? 0);
}
