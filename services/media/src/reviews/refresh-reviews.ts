import { reviewsRefreshed } from '@nightshelf/contracts/events/reviews.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Channel } from '../channels/load-channels.ts';
import { chooseVideos } from '../videos/choose-videos.ts';
import { CallFailed } from '../youtube/faults.ts';
import type { VideoSource } from '../youtube/video-source.ts';
import { DailyReviews, dateOf, oldestKept } from './daily-reviews.ts';
import { presentVideo } from './presenter.ts';

/** Videos older than this are no news; in milliseconds. */
const newsMs = 7 * 24 * 60 * 60 * 1000;

interface Parts {
  readonly work: Work;
  readonly source: VideoSource;
  readonly channels: readonly Channel[];
}

/** Whether the videos of today are there. */
export async function hasTodaysReviews(work: Work, now = new Date()): Promise<boolean> {
  return (await work.query().count(DailyReviews, { date: dateOf(now) })) > 0;
}

/**
 * Fetches and stores the videos of today, once: when they are there already nothing is fetched, and of two that fetch
 * at the same time one stores. What is too old to be kept is deleted in any case.
 * @throws Refused | CallFailed when nothing could be fetched, or nothing is new; the most recent videos stay then
 */
export async function refreshReviews(
  { work, source, channels }: Parts,
  signal: AbortSignal,
  now = new Date(),
): Promise<'refreshed' | 'already'> {
  await work.transaction(({ em }) => em.nativeDelete(DailyReviews, { date: { $lt: oldestKept(now) } }));
  if (await hasTodaysReviews(work, now)) return 'already';
  const since = new Date(now.getTime() - newsMs);
  const videos = chooseVideos(await source.latest(channels, since, signal)).map(presentVideo);
  // More likely channels that could not be read than a week without a video: a day that is stored is not asked for again.
  if (videos.length === 0) throw new CallFailed('No channel has anything new', true);
  const date = dateOf(now);
  return work.transaction(async ({ em, publish }) => {
    const stored = await em.execute<unknown[]>(
      `insert into daily_reviews (date, videos, refreshed_at) values (?, ?::jsonb, ?)
       on conflict do nothing returning date`,
      [date, JSON.stringify(videos), now],
    );
    if (stored.length === 0) return 'already';
    publish(reviewsRefreshed, { data: { date, video_ids: videos.map(({ id }) => id) }, version: onlyVersion });
    return 'refreshed';
  });
}

/** A day's videos are stored once and never changed. */
export const onlyVersion = 1;
