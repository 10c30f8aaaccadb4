import type { FastifyInstance } from 'fastify';
import { htmlRefusal, type Refusal, type Simulation, send } from '../failures.ts';
import { escapeXml } from '../images.ts';
import channels from './channels.json' with { type: 'json' };
import { type Channel, recentVideos, type Video, videoWithId } from './schedule.ts';

const site = 'https://www.youtube.com';
const newestInFeed = 15;
const mostItems = 50;

/** Formats times like the API: without fractions of a second. */
const instant = (date: Date) => date.toISOString().replace('.000Z', 'Z');

const thumbnailOf = (video: Video, publicUrl: string) => `${publicUrl}/images/thumbnails/${video.id}.svg`;

/** Formats a duration as ISO 8601, like the API: PT13M2S, or P0D for a video that has not been broadcast. */
function duration(seconds: number): string {
  if (seconds === 0) return 'P0D';
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  return `PT${parts.map(([value, unit]) => (value ? `${value}${unit}` : '')).join('')}`;
}

const parts: Readonly<Record<string, (video: Video, publicUrl: string) => object>> = {
  snippet: (video, publicUrl) => ({
    publishedAt: instant(video.published),
    channelId: video.channel.channelId,
    title: video.title,
    description: video.description,
    thumbnails: { high: { url: thumbnailOf(video, publicUrl), width: 480, height: 360 } },
    channelTitle: video.channel.title,
    liveBroadcastContent: video.broadcast,
  }),
  contentDetails: ({ id, published, seconds }) => ({
    videoId: id,
    videoPublishedAt: instant(published),
    duration: duration(seconds),
  }),
  status: ({ embeddable }) => ({ privacyStatus: 'public', embeddable }),
};

/** Formats a video, or an upload of a playlist, with the requested parts. */
const present = (video: Video, part: string, publicUrl: string) => ({
  id: video.id,
  ...Object.fromEntries(
    part.split(',').flatMap((name) => (parts[name] ? [[name, parts[name](video, publicUrl)]] : [])),
  ),
});

function entry(video: Video, publicUrl: string): string {
  const { channel } = video;
  const title = escapeXml(video.title);
  return ` <entry>
  <id>yt:video:${video.id}</id>
  <yt:videoId>${video.id}</yt:videoId>
  <yt:channelId>${channel.channelId}</yt:channelId>
  <title>${title}</title>
  <link rel="alternate" href="${site}/watch?v=${video.id}"/>
  <author><name>${escapeXml(channel.title)}</name></author>
  <published>${instant(video.published)}</published>
  <media:group>
   <media:title>${title}</media:title>
   <media:thumbnail url="${thumbnailOf(video, publicUrl)}" width="480" height="360"/>
   <media:description>${escapeXml(video.description)}</media:description>
  </media:group>
 </entry>
`;
}

/** Returns a channel's newest videos as an Atom feed, which needs no key. */
const feed = (channel: Channel, videos: readonly Video[], publicUrl: string) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <id>yt:channel:${channel.channelId.slice(2)}</id>
 <title>${escapeXml(channel.title)}</title>
${videos
  .slice(0, newestInFeed)
  .map((video) => entry(video, publicUrl))
  .join('')}</feed>
`;

const videosOf = (channel: Channel) => recentVideos().filter((video) => video.channel === channel);

/** Formats an error for the Data API. */
const refusal = (code: number, reason: string, message: string, details: readonly object[] = []): Refusal => ({
  status: code,
  body: { error: { code, message, errors: [{ message, reason }], details } },
});

const invalidKey = refusal(400, 'badRequest', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]);
const playlistNotFound = refusal(404, 'playlistNotFound', 'The playlist cannot be found.');
const invalidParameter = refusal(400, 'invalidValue', 'Invalid value for a parameter.');

const refusals = {
  unauthorized: refusal(401, 'authError', 'Request had invalid authentication credentials.'),
  'not-found': playlistNotFound,
  'enhance-calm': refusal(420, 'rateLimitExceeded', 'Enhance your calm.'),
  'too-many': refusal(429, 'rateLimitExceeded', "Quota exceeded for limit 'Queries per minute'.", [
    { reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_unit: '1/min/{project}' } },
  ]),
  quota: refusal(403, 'quotaExceeded', 'The request cannot be completed because you have exceeded your quota.'),
  'server-error': refusal(500, 'backendError', 'Internal error encountered.'),
};

type Query = Readonly<Partial<Record<'key' | 'part' | 'playlistId' | 'maxResults' | 'id', string>>>;

/** YouTube's Data API, limited to reading uploads, and the feeds of channels. */
export async function youtubeRoutes(app: FastifyInstance, { control, key, publicUrl }: Simulation): Promise<void> {
  control.apply(app, 'youtube', refusals);

  app.get<{ Querystring: { channel_id?: string } }>('/feeds/videos.xml', ({ query }, reply) => {
    const channel = channels.find(({ channelId }) => channelId === query.channel_id);
    if (!channel) return send(reply, htmlRefusal(404, 'Error 404 (Not Found)!!1'));
    return reply.type('text/xml; charset=UTF-8').send(feed(channel, videosOf(channel), publicUrl()));
  });

  app.register(
    async (api) => {
      api.addHook('preHandler', async ({ query }, reply) => {
        const { key: given, part } = query as Query;
        if (given !== key) return send(reply, invalidKey);
        if (!part) return send(reply, invalidParameter);
      });

      api.get<{ Querystring: Query }>('/playlistItems', ({ query }, reply) => {
        const channel = channels.find(({ uploadsPlaylistId }) => uploadsPlaylistId === query.playlistId);
        if (!channel) return send(reply, playlistNotFound);
        const size = Number(query.maxResults ?? 5);
        if (size > mostItems) return send(reply, invalidParameter);
        const videos = videosOf(channel).slice(0, size);
        return { items: videos.map((video) => present(video, query.part ?? '', publicUrl())) };
      });

      api.get<{ Querystring: Query }>('/videos', ({ query }, reply) => {
        const ids = query.id?.split(',') ?? [];
        if (ids.length === 0 || ids.length > mostItems) return send(reply, invalidParameter);
        // The real API leaves out unknown videos.
        const videos = ids.flatMap((id) => videoWithId(id) ?? []);
        return { items: videos.map((video) => present(video, query.part ?? '', publicUrl())) };
      });
    },
    { prefix: '/youtube/v3' },
  );
}
