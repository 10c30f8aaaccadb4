import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Channel } from '../channels/load-channels.ts';
import type { ReviewVideo } from '../videos/review-video.ts';
import type { YouTubeClient } from './client.ts';
import { fromEachChannel } from './each-channel.ts';
import { parseFeed } from './parse-feed.ts';
import type { VideoSource } from './video-source.ts';

/** Reads the channels' public feeds, which need no key and have no quota. */
export class FeedSource implements VideoSource {
  readonly #client: YouTubeClient;
  readonly #baseUrl: string;
  readonly #logger: Logger;

  constructor(options: { client: YouTubeClient; baseUrl: string; logger: Logger }) {
    this.#client = options.client;
    this.#baseUrl = options.baseUrl;
    this.#logger = options.logger;
  }

  latest(channels: readonly Channel[], since: Date, signal: AbortSignal): Promise<ReviewVideo[]> {
    return fromEachChannel(channels, (channel) => this.#videos(channel, since, signal), this.#logger);
  }

  async #videos({ channelId }: Channel, since: Date, signal: AbortSignal): Promise<ReviewVideo[]> {
    const url = new URL(`${this.#baseUrl}/feeds/videos.xml`);
    url.searchParams.set('channel_id', channelId);
    return parseFeed(await this.#client.get('feed', url, signal)).filter(({ publishedAt }) => publishedAt >= since);
  }
}
