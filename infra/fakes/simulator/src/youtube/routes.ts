import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import type { FailureSwitch } from '../failures/failure-switch.ts';
import { htmlRefusal, misbehave, send } from '../failures/misbehave.ts';
import { escapeXml } from '../images/escape-xml.ts';
import type { Credentials } from '../settings.ts';
import { type Channel, channelOfPlaylist, channelWithId } from './channels.ts';
import {
  invalidKey,
  invalidPageToken,
  invalidParameter,
  missingKey,
  missingParameter,
  playlistNotFound,
  refusals,
} from './errors.ts';
import { channelResource, etagOf, playlistItem, thumbnailUrl, videoResource } from './present.ts';
import type { ReviewSchedule, Video } from './schedule.ts';

const site = 'https://www.youtube.com';
const newest = 15;

const time = (date: Date) => date.toISOString().replace('.000Z', '+00:00');

function entry(video: Video, publicUrl: string): string {
  const { channel } = video;
  const title = escapeXml(video.title);
  const link = `${site}/watch?v=${video.id}`;
  return ` <entry>
  <id>yt:video:${video.id}</id>
  <yt:videoId>${video.id}</yt:videoId>
  <yt:channelId>${channel.channelId}</yt:channelId>
  <title>${title}</title>
  <link rel="alternate" href="${link}"/>
  <author>
   <name>${escapeXml(channel.title)}</name>
   <uri>${site}/channel/${channel.channelId}</uri>
  </author>
  <published>${time(video.published)}</published>
  <updated>${time(video.published)}</updated>
  <media:group>
   <media:title>${title}</media:title>
   <media:content url="${site}/v/${video.id}?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="${thumbnailUrl(video, publicUrl, 'high')}" width="480" height="360"/>
   <media:description>${escapeXml(video.description)}</media:description>
   <media:community>
    <media:starRating count="${Math.round(video.views / 23)}" average="5.00" min="1" max="5"/>
    <media:statistics views="${video.views}"/>
   </media:community>
  </media:group>
 </entry>
`;
}

/** Returns a channel's newest videos as an Atom feed, which needs no key. */
function feed(channel: Channel, videos: readonly Video[], publicUrl: string): string {
  const address = `${site}/feeds/videos.xml?channel_id=${channel.channelId}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="${address}"/>
 <id>yt:channel:${channel.channelId.slice(2)}</id>
 <yt:channelId>${channel.channelId.slice(2)}</yt:channelId>
 <title>${escapeXml(channel.title)}</title>
 <link rel="alternate" href="${site}/channel/${channel.channelId}"/>
 <author>
  <name>${escapeXml(channel.title)}</name>
  <uri>${site}/channel/${channel.channelId}</uri>
 </author>
 <published>2009-01-14T18:02:11+00:00</published>
${videos
  .slice(0, newest)
  .map((video) => entry(video, publicUrl))
  .join('')}</feed>
`;
}

interface Options {
  readonly calls: CallLog;
  readonly failures: FailureSwitch;
  readonly credentials: Credentials;
  readonly publicUrl: () => string;
  readonly schedule: ReviewSchedule;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const pageDefault = 5;
const pageMost = 50;

/** Returns a parameter's values; repeated parameters and commas are equivalent. */
const list = (value: Query[string]) => (value === undefined ? [] : [value].flat().join(',').split(',').filter(Boolean));

const pageToken = (offset: number) => Buffer.from(`page:${offset}`).toString('base64url');

/** Returns a page's offset: 0 without a token, null for an unknown token. */
function offsetOf(token: string | undefined): number | null {
  if (!token) return 0;
  const [, digits] = /^page:(\d+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Sends a body with its ETag, or 304 when the client already has it. */
function answer(request: FastifyRequest, reply: FastifyReply, kind: string, rest: object) {
  const body = { kind, etag: etagOf(rest), ...rest };
  const tag = `"${body.etag}"`;
  reply.headers({ etag: tag, 'cache-control': 'private', vary: 'Origin, X-Origin, Referer' });
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  return reply.type('application/json; charset=UTF-8').send(JSON.stringify(body, null, 2));
}

/** YouTube's Data API, limited to reading uploads, and the feeds of channels. */
export async function youtubeRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { calls, failures, credentials, publicUrl, schedule } = options;
  misbehave(app, { provider: 'youtube', calls, failures, refusals });

  app.get<{ Querystring: { channel_id?: string } }>('/feeds/videos.xml', ({ query }, reply) => {
    const channel = channelWithId(query.channel_id ?? '');
    if (!channel) return send(reply, htmlRefusal(404, 'Error 404 (Not Found)!!1'));
    return reply.type('text/xml; charset=UTF-8').send(feed(channel, schedule.videosOf(channel), publicUrl()));
  });

  app.register(
    async (api) => {
      api.addHook('preHandler', async (request, reply) => {
        const query = request.query as Query;
        const key = query.key ?? request.headers['x-goog-api-key'];
        if (!key) return send(reply, missingKey);
        if (key !== credentials.youtubeKey) return send(reply, invalidKey);
        if (list(query.part).length === 0) return send(reply, missingParameter('part'));
      });

      api.get<{ Querystring: Query }>('/playlistItems', (request, reply) => {
        const { query } = request;
        const [playlistId] = list(query.playlistId);
        if (!playlistId) return send(reply, missingParameter('playlistId'));
        const channel = channelOfPlaylist(playlistId);
        if (!channel) return send(reply, playlistNotFound);
        const size = Number(query.maxResults ?? pageDefault);
        if (!Number.isInteger(size) || size < 0 || size > pageMost) return send(reply, invalidParameter('maxResults'));
        const offset = offsetOf(list(query.pageToken)[0]);
        if (offset === null) return send(reply, invalidPageToken);
        const videos = schedule.videosOf(channel);
        const end = offset + size;
        return answer(request, reply, 'youtube#playlistItemListResponse', {
          ...(end < videos.length ? { nextPageToken: pageToken(end) } : {}),
          ...(offset > 0 ? { prevPageToken: pageToken(Math.max(0, offset - size)) } : {}),
          items: videos
            .slice(offset, end)
            .map((video, index) => playlistItem(video, offset + index, new Set(list(query.part)), publicUrl())),
          pageInfo: { totalResults: videos.length, resultsPerPage: size },
        });
      });

      api.get<{ Querystring: Query }>('/videos', (request, reply) => {
        const ids = list(request.query.id);
        if (ids.length === 0) return send(reply, missingParameter('id'));
        if (ids.length > pageMost) return send(reply, invalidParameter('id'));
        const parts = new Set(list(request.query.part));
        // Unknown videos are left out silently.
        const items = ids
          .flatMap((id) => schedule.videoWithId(id) ?? [])
          .map((video) => videoResource(video, parts, publicUrl()));
        return answer(request, reply, 'youtube#videoListResponse', {
          items,
          pageInfo: { totalResults: items.length, resultsPerPage: items.length },
        });
      });

      api.get<{ Querystring: Query }>('/channels', (request, reply) => {
        const ids = list(request.query.id);
        if (ids.length === 0) return send(reply, missingParameter('id'));
        const parts = new Set(list(request.query.part));
        const found = ids.flatMap((id) => channelWithId(id) ?? []);
        return answer(request, reply, 'youtube#channelListResponse', {
          pageInfo: { totalResults: found.length, resultsPerPage: pageDefault },
          // The real API leaves out `items` when it knows none of the channels.
          ...(found.length > 0
            ? { items: found.map((channel) => channelResource(channel, schedule.videosOf(channel).length, parts)) }
            : {}),
        });
      });
    },
    { prefix: '/youtube/v3' },
  );
}
