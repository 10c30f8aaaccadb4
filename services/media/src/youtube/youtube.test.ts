import { expect, test } from 'vitest';
import { secondsOf } from './api-source.ts';
import { refusalIn } from './client.ts';
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

test('decodes a title once, and keeps a number as text', () => {
  const [video] = parseFeed(feed(entry('Ratchet &amp; Clank: &quot;It&#39;s back&quot; &lt;3 &amp;#39; 007')));
  expect(video?.title).toBe('Ratchet & Clank: "It\'s back" <3 &#39; 007');
  expect(parseFeed(feed(entry('007')))[0]?.title).toBe('007');
});

test('skips Shorts and invalid entries, and returns no videos for an empty channel', () => {
  const short = entry('Short', 'https://www.youtube.com/shorts/aaaaaaaaaaa', 'aaaaaaaaaaa');
  const broken = entry('Broken', undefined, '../../etc');
  expect(parseFeed(feed(short, broken, entry('Kept'))).map(({ title }) => title)).toEqual(['Kept']);
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

test.each([
  ['PT59S', 59],
  ['PT1M', 60],
  ['PT12M34S', 754],
  ['PT1H2M3S', 3723],
  ['P1DT1S', 86_401],
  ['P0D', 0],
  ['', 0],
  ['an hour', 0],
])('reads %s as %i seconds', (duration, seconds) => {
  expect(secondsOf(duration)).toBe(seconds);
});

const body = (message: string, reason: string, details: object[] = []) =>
  JSON.stringify({ error: { code: 0, message, errors: [{ message, reason }], details } });

const perDay = { reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_unit: '1/d/{project}' } };

test.each([
  ['the old daily quota', 403, body('The request cannot be completed.', 'quotaExceeded'), 'quota'],
  ['the new daily quota by its unit', 429, body('Quota exceeded', 'rateLimitExceeded', [perDay]), 'quota'],
  ['the new daily quota by its text', 429, body("limit 'Queries per day' of", 'rateLimitExceeded'), 'quota'],
  ['a burst', 429, body('Slow down', 'rateLimitExceeded'), 'pace'],
  ['a burst without a body that says so', 429, '<html>', 'pace'],
  ['a burst in the old form', 403, body('Too many', 'userRateLimitExceeded'), 'pace'],
  ['a wrong key', 400, body('API key not valid.', 'badRequest', [{ reason: 'API_KEY_INVALID' }]), 'key'],
  ['a key for another place', 403, body('Requests from referer <empty> are blocked.', 'forbidden'), 'key'],
  ['no rights at all', 401, '', 'key'],
])('detects %s', (_, status, text, reason) => {
  expect(refusalIn(status, text)?.reason).toBe(reason);
});

test.each([
  ['a list that is gone', 404, body('The playlist cannot be found.', 'playlistNotFound')],
  ['a list that is private', 403, body('Not accessible.', 'playlistItemsNotAccessible')],
  ['a fault of theirs', 500, '{"error":'],
])('treats %s as a failure of one channel', (_, status, text) => {
  expect(refusalIn(status, text)).toBeNull();
});
