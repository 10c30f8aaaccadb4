import { expect, test } from 'vitest';
import { parseFeed } from './feed-source.ts';

const entry = (title: string, link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', id = 'dQw4w9WgXcQ') => `
  <entry>
    <id>yt:video:${id}</id>
    <yt:videoId>${id}</yt:videoId>
    <yt:channelId>UCKy1dAqELo0zrOtPkf0eTMw</yt:channelId>
    <title>${title}</title>
    <link rel="alternate" href="${link}"/>
    <author><name>IGN</name><uri>https://www.youtube.com/channel/UCKy1dAqELo0zrOtPkf0eTMw</uri></author>
    <published>2026-03-01T12:00:00+00:00</published>
    <media:group>
      <media:title>${title}</media:title>
      <media:thumbnail url="https://i1.ytimg.com/vi/${id}/hqdefault.jpg" width="480" height="360"/>
      <media:description>Line one
Line two</media:description>
    </media:group>
  </entry>`;

const feed = (...entries: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
  <link rel="self" href="https://www.youtube.com/feeds/videos.xml?channel_id=UCKy1dAqELo0zrOtPkf0eTMw"/>
  <title>IGN</title>${entries.join('')}
</feed>`;

test('turns an entry into a video', () => {
  expect(parseFeed(feed(entry('Elden Ring Review')))).toEqual([
    {
      id: 'dQw4w9WgXcQ',
      channelId: 'UCKy1dAqELo0zrOtPkf0eTMw',
      channelTitle: 'IGN',
      title: 'Elden Ring Review',
      description: 'Line one\nLine two',
      thumbnail: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
      publishedAt: new Date('2026-03-01T12:00:00Z'),
    },
  ]);
});

test('decodes a title once', () => {
  const [video] = parseFeed(feed(entry('Ratchet &amp; Clank: &quot;It&#39;s back&quot; &lt;3 &amp;#39; 007')));
  expect(video?.title).toBe('Ratchet & Clank: "It\'s back" <3 &#39; 007');
});

test('keeps numeric titles as text', () => {
  expect(parseFeed(feed(entry('007')))[0]?.title).toBe('007');
});

test('skips Shorts and invalid entries', () => {
  const short = entry('Short', 'https://www.youtube.com/shorts/aaaaaaaaaaa', 'aaaaaaaaaaa');
  const broken = entry('Broken', undefined, '../../etc');
  expect(parseFeed(feed(short, broken, entry('Kept'))).map(({ title }) => title)).toEqual(['Kept']);
});

test('returns no videos for an empty channel', () => {
  expect(parseFeed(feed())).toEqual([]);
});

test.each([
  ['a page', '<html><body><p>Sorry<br>...</body></html>'],
  ['nothing', ''],
  ['JSON', '{"feed":{}}'],
  ['a feed cut short', feed(entry('Cut')).slice(0, 400)],
  ['an entity bomb', `<!DOCTYPE feed [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${feed(entry('&b;'))}`],
])('rejects %s', (_, text) => {
  expect(() => parseFeed(text)).toThrow('feed answered in another form');
});
