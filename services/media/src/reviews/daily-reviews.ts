import { defineEntity, p } from '@mikro-orm/postgresql';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import { reviewsRefreshed } from '@nightshelf/contracts/events/reviews.ts';
import type { Video } from '@nightshelf/contracts/videos.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Channel } from '../channels/load-channels.ts';
import { chooseVideos, type ReviewVideo } from '../videos/review-video.ts';
import { CallFailed } from '../youtube/client.ts';
import type { VideoSource } from '../youtube/video-source.ts';

const DailyReviewsSchema = defineEntity({
  name: 'DailyReviews',
  tableName: 'daily_reviews',
  properties: {
    /** YYYY-MM-DD, in UTC. */
    date: p.date().primary(),
    videos: p.json<Video[]>(),
    refreshedAt: p.datetime(),
  },
});

export class DailyReviews extends DailyReviewsSchema.class {}

DailyReviewsSchema.setClass(DailyReviews);

/** YouTube's developer policies require API data to be refreshed or deleted within 30 days. */
const keptDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/** @returns the day in UTC, YYYY-MM-DD */
export const dateOf = (instant: Date) => instant.toISOString().slice(0, 10);

/** @returns the oldest day whose videos may still be kept and shown */
const oldestKept = (now: Date) => dateOf(new Date(now.getTime() - (keptDays - 1) * dayMs));

/** @returns the videos of the most recent stored day, newest first; null when no day is stored yet */
export async function listDailyReviews(work: Work, now = new Date()): Promise<Video[] | null> {
  const [latest] = await work
    .query()
    .find(DailyReviews, { date: { $gte: oldestKept(now) } }, { orderBy: { date: 'desc' }, limit: 1 });
  return latest?.videos ?? null;
}

/** In milliseconds. Ignores older videos. */
const newsMs = 7 * 24 * 60 * 60 * 1000;

export async function hasTodaysReviews(work: Work, now = new Date()): Promise<boolean> {
  return (await work.query().count(DailyReviews, { date: dateOf(now) })) > 0;
}

/**
 * Fetches and stores today's videos once, and deletes those past the retention. Does nothing when today's are stored;
 * of two concurrent calls only one stores.
 * @throws Refused | CallFailed when the fetch fails or finds nothing new; the previous videos stay
 */
export async function refreshReviews(
  { work, source, channels }: { work: Work; source: VideoSource; channels: readonly Channel[] },
  signal: AbortSignal,
  now = new Date(),
): Promise<'refreshed' | 'already'> {
  await work.transaction(({ em }) => em.nativeDelete(DailyReviews, { date: { $lt: oldestKept(now) } }));
  if (await hasTodaysReviews(work, now)) return 'already';
  const since = new Date(now.getTime() - newsMs);
  const videos = chooseVideos(await source.latest(channels, since, signal)).map(presentVideo);
  // Treats no videos as a failed fetch, because a stored day is never fetched again.
  if (videos.length === 0) throw new CallFailed('No channel has new videos', true);
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

/** A day's videos never change after they are stored. */
const onlyVersion = 1;

/** The videos of all kept days, up to 30. */
export const ownedReviews: OwnedTopic = {
  topic: 'media.reviews',
  parts: [
    ownedEntities(DailyReviews, 'date', ({ date, videos }) => ({
      event: reviewsRefreshed,
      data: { date, video_ids: videos.map(({ id }) => id) },
      version: onlyVersion,
    })),
  ],
};

function presentVideo(video: ReviewVideo): Video {
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    thumbnail: video.thumbnail,
    channel_title: video.channelTitle,
    published_at: video.publishedAt.toISOString(),
    embed_url: `https://www.youtube-nocookie.com/embed/${video.id}`,
    url: `https://www.youtube.com/watch?v=${video.id}`,
  };
}

interface Parts {
  readonly work: Work;
  /** Shown until the first videos are fetched; may be empty. */
  readonly samples: () => Video[];
}

/** Serves the stored videos and never waits for YouTube. */
export function reviewRoutes(app: FastifyInstance, { work, samples }: Parts): void {
  route(app, mediaCalls.dailyReviews, async () => ({
    success: true,
    message: "Today's gaming reviews.",
    videos: (await listDailyReviews(work)) ?? samples(),
  }));
}

const mostSamples = 4;

/**
 * Returns labeled samples for a server that has never reached YouTube; each plays a real channel's uploads if the
 * browser can reach them.
 */
export const sampleVideos = (channels: readonly Channel[], now = new Date()): Video[] =>
  channels.slice(0, mostSamples).map(({ channelId, uploadsPlaylistId, title }) => ({
    id: `sample-${channelId}`,
    title: `Sample: the latest videos of ${title}`,
    description: `This server has not reached YouTube yet. Once it does, today's reviews by ${title} and other channels show up here.`,
    thumbnail: `${catalogCalls.drawCover.path}?name=${encodeURIComponent(title)}`,
    channel_title: `${title} (sample)`,
    published_at: `${now.toISOString().slice(0, 10)}T00:00:00.000Z`,
    embed_url: `https://www.youtube-nocookie.com/embed/videoseries?list=${uploadsPlaylistId}`,
    url: `https://www.youtube.com/channel/${channelId}`,
  }));
