import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Channel } from '../channels/load-channels.ts';
import type { ReviewVideo } from '../videos/review-video.ts';
import { showableVideosIn, type Upload, uploadsIn } from './api-formats.ts';
import type { YouTubeClient } from './client.ts';
import { fromEachChannel } from './each-channel.ts';
import type { VideoSource } from './video-source.ts';

/** Per channel; busy channels publish that many in a day. */
const uploadsPerChannel = 15;

/** Maximum number of ids in a videos.list call. */
const idsPerCall = 50;

/** Reads YouTube's Data API v3. A refresh costs one quota unit per channel and one per 50 videos. */
export class ApiSource implements VideoSource {
  readonly #client: YouTubeClient;
  readonly #baseUrl: string;
  readonly #key: string;
  readonly #logger: Logger;

  constructor(options: { client: YouTubeClient; baseUrl: string; key: string; logger: Logger }) {
    this.#client = options.client;
    this.#baseUrl = options.baseUrl;
    this.#key = options.key;
    this.#logger = options.logger;
  }

  async latest(channels: readonly Channel[], since: Date, signal: AbortSignal): Promise<ReviewVideo[]> {
    const uploads = await fromEachChannel(channels, (channel) => this.#uploads(channel, since, signal), this.#logger);
    const ids = [...new Set(uploads.map(({ videoId }) => videoId))];
    const videos: ReviewVideo[] = [];
    for (let start = 0; start < ids.length; start += idsPerCall) {
      videos.push(...(await this.#videos(ids.slice(start, start + idsPerCall), signal)));
    }
    return videos;
  }

  async #uploads({ uploadsPlaylistId }: Channel, since: Date, signal: AbortSignal): Promise<Upload[]> {
    const query = { part: 'contentDetails', playlistId: uploadsPlaylistId, maxResults: String(uploadsPerChannel) };
    const body = await this.#get('playlistItems', query, signal);
    return uploadsIn('playlistItems', body).filter(({ publishedAt }) => publishedAt >= since);
  }

  async #videos(ids: readonly string[], signal: AbortSignal): Promise<ReviewVideo[]> {
    const query = { part: 'snippet,contentDetails,status', id: ids.join(','), maxResults: String(idsPerCall) };
    return showableVideosIn('videos', await this.#get('videos', query, signal));
  }

  #get(call: string, query: Record<string, string>, signal: AbortSignal): Promise<string> {
    const url = new URL(`${this.#baseUrl}/${call}`);
    url.search = new URLSearchParams({ ...query, key: this.#key }).toString();
    return this.#client.get(call, url, signal);
  }
}
