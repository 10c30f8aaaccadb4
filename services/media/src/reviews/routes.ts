import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as mediaCalls from '@nightshelf/contracts/calls/media.ts';
import type { Video } from '@nightshelf/contracts/videos.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Channel } from '../channels/load-channels.ts';
import { listDailyReviews } from './daily-reviews.ts';

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
 * Returns labelled samples for a server that has never reached YouTube; each plays a real channel's uploads if the
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
