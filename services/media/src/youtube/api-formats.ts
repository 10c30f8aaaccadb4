import { z } from 'zod';
import { cleanText, descriptionLimit, isVideoId, type ReviewVideo, titleLimit } from '../videos/review-video.ts';
import { secondsOf } from './duration.ts';
import { CallFailed } from './faults.ts';

const list = z.object({ items: z.array(z.unknown()) });

const playlistItem = z.object({
  contentDetails: z.object({ videoId: z.string().refine(isVideoId), videoPublishedAt: z.coerce.date() }),
});

const size = z.object({ url: z.url({ protocol: /^https?$/ }) }).optional();

const videoItem = z.object({
  id: z.string().refine(isVideoId),
  snippet: z.object({
    publishedAt: z.coerce.date(),
    channelId: z.string(),
    title: z.string(),
    description: z.string().default(''),
    thumbnails: z.object({ default: size, medium: size, high: size, standard: size }).default({}),
    channelTitle: z.string(),
    liveBroadcastContent: z.string().default('none'),
  }),
  contentDetails: z.object({ duration: z.string() }),
  status: z.object({ embeddable: z.boolean(), privacyStatus: z.string().default('public') }),
});

/** In seconds. Shorter videos are Shorts, which are rarely reviews. */
const shortest = 60;

/** @throws CallFailed when the body is not a YouTube list */
function itemsIn(call: string, body: string): readonly unknown[] {
  try {
    return list.parse(JSON.parse(body)).items;
  } catch {
    throw new CallFailed(`${call} answered in another form`, true);
  }
}

export interface Upload {
  readonly videoId: string;
  readonly publishedAt: Date;
}

/** Returns the uploads of a playlistItems.list response; skips invalid items, such as private videos. */
export function uploadsIn(call: string, body: string): Upload[] {
  return itemsIn(call, body).flatMap((item) => {
    const { success, data } = playlistItem.safeParse(item);
    return success ? [{ videoId: data.contentDetails.videoId, publishedAt: data.contentDetails.videoPublishedAt }] : [];
  });
}

/** Returns the showable videos of a videos.list response: public, not live, embeddable and no Shorts. */
export function showableVideosIn(call: string, body: string): ReviewVideo[] {
  return itemsIn(call, body).flatMap((item) => {
    const { success, data } = videoItem.safeParse(item);
    if (!success) return [];
    const { id, snippet, contentDetails, status } = data;
    const showable =
      status.embeddable &&
      status.privacyStatus === 'public' &&
      snippet.liveBroadcastContent === 'none' &&
      secondsOf(contentDetails.duration) >= shortest;
    if (!showable) return [];
    const { standard, high, medium, default: small } = snippet.thumbnails;
    return [
      {
        id,
        channelId: snippet.channelId,
        channelTitle: cleanText(snippet.channelTitle, titleLimit),
        title: cleanText(snippet.title, titleLimit),
        description: cleanText(snippet.description, descriptionLimit),
        thumbnail: (standard ?? high ?? medium ?? small)?.url ?? null,
        publishedAt: snippet.publishedAt,
      },
    ];
  });
}
