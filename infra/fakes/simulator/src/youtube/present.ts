import { createHash } from 'node:crypto';
import type { Channel } from './channels.ts';
import type { Video } from './schedule.ts';

const sizes = {
  default: [120, 90],
  medium: [320, 180],
  high: [480, 360],
  standard: [640, 480],
  maxres: [1280, 720],
} as const;

/** Returns the ETag of a body without the quotes, like the API's `etag` field. */
export const etagOf = (body: unknown) => createHash('sha1').update(JSON.stringify(body)).digest('base64url');

const tagged = <T extends object>(kind: string, rest: T) => ({ kind, etag: etagOf(rest), ...rest });

/** Formats times like the API: without fractions of a second. */
export const instant = (date: Date) => date.toISOString().replace('.000Z', 'Z');

export const thumbnailUrl = (video: Video, publicUrl: string, size: keyof typeof sizes) =>
  `${publicUrl}/images/thumbnails/${video.id}.svg?size=${size}`;

/** Many older videos have no picture of the largest size. */
function thumbnails(video: Video, publicUrl: string) {
  const names = (Object.keys(sizes) as (keyof typeof sizes)[]).filter((name) => name !== 'maxres' || video.views % 4);
  return Object.fromEntries(
    names.map((name) => {
      const [width, height] = sizes[name];
      return [name, { url: thumbnailUrl(video, publicUrl, name), width, height }];
    }),
  );
}

/** Formats a duration as ISO 8601, like the API: PT13M2S, or P0D for a video that has not been broadcast. */
export function duration(seconds: number): string {
  if (seconds === 0) return 'P0D';
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  return `PT${parts.map(([value, unit]) => (value ? `${value}${unit}` : '')).join('')}`;
}

/** Keeps the requested parts of a resource. */
const parted = (parts: ReadonlySet<string>, all: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => parts.has(name)));

export function playlistItem(video: Video, position: number, parts: ReadonlySet<string>, publicUrl: string) {
  const { channel } = video;
  return tagged('youtube#playlistItem', {
    id: Buffer.from(`${channel.uploadsPlaylistId}.${video.id}`).toString('base64url'),
    ...parted(parts, {
      snippet: {
        publishedAt: instant(video.published),
        channelId: channel.channelId,
        title: video.title,
        description: video.description,
        thumbnails: thumbnails(video, publicUrl),
        channelTitle: channel.title,
        playlistId: channel.uploadsPlaylistId,
        position,
        resourceId: { kind: 'youtube#video', videoId: video.id },
        videoOwnerChannelTitle: channel.title,
        videoOwnerChannelId: channel.channelId,
      },
      contentDetails: { videoId: video.id, videoPublishedAt: instant(video.published) },
      status: { privacyStatus: 'public' },
    }),
  });
}

export function videoResource(video: Video, parts: ReadonlySet<string>, publicUrl: string) {
  return tagged('youtube#video', {
    id: video.id,
    ...parted(parts, {
      snippet: {
        publishedAt: instant(video.published),
        channelId: video.channel.channelId,
        title: video.title,
        description: video.description,
        thumbnails: thumbnails(video, publicUrl),
        channelTitle: video.channel.title,
        tags: ['review', video.game.name],
        categoryId: '20',
        liveBroadcastContent: video.broadcast,
        defaultLanguage: 'en',
        localized: { title: video.title, description: video.description },
        defaultAudioLanguage: 'en',
      },
      contentDetails: {
        duration: duration(video.seconds),
        dimension: '2d',
        definition: 'hd',
        caption: 'false',
        licensedContent: true,
        contentRating: {},
        projection: 'rectangular',
      },
      status: {
        uploadStatus: video.broadcast === 'upcoming' ? 'uploaded' : 'processed',
        privacyStatus: 'public',
        license: 'youtube',
        embeddable: video.embeddable,
        publicStatsViewable: true,
        madeForKids: false,
      },
      statistics: {
        viewCount: String(video.views),
        likeCount: String(Math.round(video.views / 23)),
        favoriteCount: '0',
        commentCount: String(Math.round(video.views / 310)),
      },
      ...(video.broadcast === 'upcoming'
        ? {
            liveStreamingDetails: {
              scheduledStartTime: instant(new Date(video.published.getTime() + 14 * 86_400_000)),
            },
          }
        : {}),
    }),
  });
}

const magnitudes: Readonly<Record<string, number>> = { K: 1_000, M: 1_000_000 };

function subscriberCount(text: string | null): number {
  const [, digits = '0', unit = ''] = /^([\d.]+)([KM]?)$/.exec(text ?? '') ?? [];
  return Math.round(Number(digits) * (magnitudes[unit] ?? 1));
}

export function channelResource(channel: Channel, videos: number, parts: ReadonlySet<string>) {
  return tagged('youtube#channel', {
    id: channel.channelId,
    ...parted(parts, {
      snippet: {
        title: channel.title,
        description: '',
        publishedAt: '2009-01-14T18:02:11Z',
        localized: { title: channel.title, description: '' },
      },
      contentDetails: { relatedPlaylists: { likes: '', uploads: channel.uploadsPlaylistId } },
      statistics: {
        viewCount: String(subscriberCount(channel.subscribers) * 310),
        ...(channel.subscribers === null ? {} : { subscriberCount: String(subscriberCount(channel.subscribers)) }),
        hiddenSubscriberCount: channel.subscribers === null,
        videoCount: String(videos),
      },
    }),
  });
}
