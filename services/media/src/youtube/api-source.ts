import { z } from 'zod';
import type { Channel } from '../channels/load-channels.ts';
import { cleanText, descriptionLimit, isVideoId, type ReviewVideo, titleLimit } from '../videos/review-video.ts';
import { CallFailed } from './client.ts';
import { fromEachChannel, type SourceOptions, type VideoSource } from './video-source.ts';

/** Per channel; busy channels publish that many in a day. */
const uploadsPerChannel = 15;

/** Maximum number of ids in a videos.list call. */
const idsPerCall = 50;

/** Reads YouTube's Data API v3. A refresh costs one quota unit per channel and one per 50 videos. */
export function apiSource({ client, baseUrl, key, logger }: SourceOptions & { readonly key: string }): VideoSource {
  const itemsOf = async (call: string, query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(`${baseUrl}/${call}`);
    url.search = new URLSearchParams({ ...query, key }).toString();
    return itemsIn(call, await client.get(call, url, signal));
  };
  return {
    latest: async (channels, since, signal) => {
      const uploadsOf = async ({ uploadsPlaylistId }: Channel) => {
        const query = { part: 'contentDetails', playlistId: uploadsPlaylistId, maxResults: String(uploadsPerChannel) };
        const items = await itemsOf('playlistItems', query, signal);
        // Skips invalid items, such as private videos.
        const uploads = items.flatMap((item) => playlistItem.safeParse(item).data?.contentDetails ?? []);
        return uploads.filter(({ videoPublishedAt }) => videoPublishedAt >= since);
      };
      const uploads = await fromEachChannel(channels, uploadsOf, logger);
      const ids = [...new Set(uploads.map(({ videoId }) => videoId))];
      const videos: ReviewVideo[] = [];
      for (let start = 0; start < ids.length; start += idsPerCall) {
        const id = ids.slice(start, start + idsPerCall).join(',');
        const query = { part: 'snippet,contentDetails,status', id, maxResults: String(idsPerCall) };
        const items = await itemsOf('videos', query, signal);
        videos.push(...items.flatMap((item) => showableVideo.safeParse(item).data ?? []));
      }
      return videos;
    },
  };
}

const list = z.object({ items: z.array(z.unknown()) });

/** @throws CallFailed when the body is not a YouTube list */
function itemsIn(call: string, body: string): readonly unknown[] {
  try {
    return list.parse(JSON.parse(body)).items;
  } catch {
    throw new CallFailed(`${call} answered in another form`, true);
  }
}

const playlistItem = z.object({
  contentDetails: z.object({ videoId: z.string().refine(isVideoId), videoPublishedAt: z.coerce.date() }),
});

const size = z.object({ url: z.url({ protocol: /^https?$/ }) }).optional();

/** In seconds. Shorter videos are Shorts, which are rarely reviews. */
const shortest = 60;

/** A video of a videos.list response that is public, not live, embeddable and no Short. */
const showableVideo = z
  .object({
    id: z.string().refine(isVideoId),
    snippet: z.object({
      publishedAt: z.coerce.date(),
      channelId: z.string(),
      title: z.string(),
      description: z.string().default(''),
      thumbnails: z.object({ default: size, medium: size, high: size, standard: size }).default({}),
      channelTitle: z.string(),
      liveBroadcastContent: z.literal('none').default('none'),
    }),
    contentDetails: z.object({ duration: z.string().refine((duration) => secondsOf(duration) >= shortest) }),
    status: z.object({ embeddable: z.literal(true), privacyStatus: z.literal('public').default('public') }),
  })
  .transform(({ id, snippet }): ReviewVideo => {
    const { standard, high, medium, default: small } = snippet.thumbnails;
    return {
      id,
      channelId: snippet.channelId,
      channelTitle: cleanText(snippet.channelTitle, titleLimit),
      title: cleanText(snippet.title, titleLimit),
      description: cleanText(snippet.description, descriptionLimit),
      thumbnail: (standard ?? high ?? medium ?? small)?.url ?? null,
      publishedAt: snippet.publishedAt,
    };
  });

const pattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** @returns the seconds of an ISO 8601 duration such as PT1H2M3S; 0 for any other text and for live streams (P0D) */
export function secondsOf(duration: string): number {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = (pattern.exec(duration) ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
