import { escapeXml } from '../images/escape-xml.ts';
import type { Channel } from './channels.ts';
import { thumbnailUrl } from './present.ts';
import type { Video } from './schedule.ts';

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
export function feed(channel: Channel, videos: readonly Video[], publicUrl: string): string {
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
