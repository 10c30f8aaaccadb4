import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { cleanText, descriptionLimit, isVideoId, type ReviewVideo, titleLimit } from '../videos/review-video.ts';
import { CallFailed } from './client.ts';
import { fromEachChannel, type SourceOptions, type VideoSource } from './video-source.ts';

/** Reads the channels' public feeds, which need no key and have no quota. */
export const feedSource = ({ client, baseUrl, logger }: SourceOptions): VideoSource => ({
  latest: (channels, since, signal) =>
    fromEachChannel(
      channels,
      async ({ channelId }) => {
        const url = new URL(`${baseUrl}/feeds/videos.xml`);
        url.searchParams.set('channel_id', channelId);
        return parseFeed(await client.get('feed', url, signal)).filter(({ publishedAt }) => publishedAt >= since);
      },
      logger,
    ),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // Feeds use numeric character references for apostrophes.
  htmlEntities: true,
  maxNestedTags: 20,
  isArray: (name) => name === 'entry' || name === 'link',
});

/** The frontend may load images only from the host without a number, which serves the same ones. */
const numberedHost = /^https:\/\/i\d\.ytimg\.com\//;

const feed = z.object({ feed: z.object({ entry: z.array(z.unknown()).default([]) }) });

/** A video of a feed that is no Short. */
const entry = z
  .object({
    'yt:videoId': z.string().refine(isVideoId),
    'yt:channelId': z.string(),
    title: z.string(),
    link: z
      .array(z.object({ '@href': z.string() }))
      .default([])
      .refine((links) => links.every((link) => !link['@href'].includes('/shorts/'))),
    author: z.object({ name: z.string() }),
    published: z.coerce.date(),
    'media:group': z
      .object({
        'media:description': z.string().default(''),
        'media:thumbnail': z.object({ '@url': z.url({ protocol: /^https?$/ }) }).optional(),
      })
      .default({ 'media:description': '' }),
  })
  .transform(
    ({ title, author, published, 'media:group': media, ...ids }): ReviewVideo => ({
      id: ids['yt:videoId'],
      channelId: ids['yt:channelId'],
      channelTitle: cleanText(author.name, titleLimit),
      title: cleanText(title, titleLimit),
      description: cleanText(media['media:description'], descriptionLimit),
      thumbnail: media['media:thumbnail']?.['@url'].replace(numberedHost, 'https://i.ytimg.com/') ?? null,
      publishedAt: published,
    }),
  );

/**
 * Returns the videos of a channel's Atom feed without Shorts. Feeds contain neither durations nor whether a video is
 * embeddable.
 * @throws CallFailed for an invalid feed
 */
export function parseFeed(xml: string): ReviewVideo[] {
  try {
    // YouTube's feeds have no DOCTYPE, and one could define entities that expand without limit.
    if (xml.includes('<!DOCTYPE')) throw new Error('unexpected DOCTYPE');
    const items = feed.parse(parser.parse(xml, true)).feed.entry;
    return items.flatMap((item) => entry.safeParse(item).data ?? []);
  } catch {
    throw new CallFailed('feed answered in another form', true);
  }
}
