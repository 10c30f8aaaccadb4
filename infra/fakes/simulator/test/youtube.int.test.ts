import { describe, expect, it } from 'vitest';
import { channels } from '../src/youtube/channels.ts';
import { first, type PlaylistItems, type Videos, type YoutubeFault } from './bodies.ts';
import { useSimulator } from './server.ts';

const { get, json } = useSimulator();

const api = <T = object>(path: string) => json<T>(`/youtube/v3/${path}&key=simulator`);
const hour = 3_600_000;

async function everyVideo() {
  const lists: PlaylistItems[] = [];
  for (const { uploadsPlaylistId } of channels) {
    lists.push(
      await api<PlaylistItems>(`playlistItems?part=contentDetails&maxResults=50&playlistId=${uploadsPlaylistId}`),
    );
  }
  const ids = lists.flatMap(({ items }) => items.map(({ contentDetails }) => contentDetails.videoId));
  const { items } = await api<Videos>(`videos?part=snippet,contentDetails,status,statistics&id=${ids.join(',')}`);
  return items;
}

describe('published videos', () => {
  it('includes a review from the last hours and from each of the previous ten days', async () => {
    const videos = await everyVideo();
    expect(videos.length).toBeGreaterThanOrEqual(30);
    const ages = videos.map(({ snippet }) => (Date.now() - Date.parse(snippet.publishedAt)) / hour);
    expect(Math.min(...ages)).toBeLessThan(20);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(new Set(ages.map((age) => Math.floor(age / 24))).size).toBeGreaterThanOrEqual(10);
    expect(new Set(videos.map(({ id }) => id)).size).toBe(videos.length);
    for (const { id } of videos) expect(id).toMatch(/^[\w-]{11}$/);
  });

  it('includes edge cases', async () => {
    const videos = await everyVideo();
    expect(videos.filter(({ status }) => !status.embeddable)).toHaveLength(1);
    expect(videos.filter(({ contentDetails }) => contentDetails.duration === 'PT45S')).toHaveLength(1);
    const upcoming = videos.filter(({ snippet }) => snippet.liveBroadcastContent === 'upcoming');
    expect(upcoming.map(({ contentDetails }) => contentDetails.duration)).toEqual(['P0D']);
    expect(videos.some(({ snippet }) => /<\w+>/.test(snippet.title))).toBe(true);
    for (const { statistics } of videos) expect(statistics.viewCount).toMatch(/^\d+$/);
  });
});

describe('playlistItems', () => {
  const playlist = channels[0]?.uploadsPlaylistId;

  it("returns pages in the API's format, newest first", async () => {
    const page = await api<PlaylistItems>(
      `playlistItems?part=snippet,contentDetails&playlistId=${playlist}&maxResults=1`,
    );
    expect(page).toMatchObject({
      kind: 'youtube#playlistItemListResponse',
      etag: expect.any(String),
      nextPageToken: expect.any(String),
      pageInfo: { totalResults: expect.any(Number), resultsPerPage: 1 },
    });
    const item = first(page.items);
    expect(item).toMatchObject({
      kind: 'youtube#playlistItem',
      snippet: { channelTitle: 'IGN', playlistId: playlist, position: 0, resourceId: { kind: 'youtube#video' } },
    });
    expect(item.snippet.publishedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(item.snippet.thumbnails.high).toMatchObject({ width: 480, height: 360 });
    expect(item.contentDetails.videoId).toBe(item.snippet.resourceId.videoId);
    const second = await api<PlaylistItems>(
      `playlistItems?part=snippet&playlistId=${playlist}&maxResults=1&pageToken=${page.nextPageToken}`,
    );
    expect(second.prevPageToken).toEqual(expect.any(String));
    expect(first(second.items).snippet.position).toBe(1);
    expect(first(second.items).snippet.publishedAt < item.snippet.publishedAt).toBe(true);
    expect(first(second.items)).not.toHaveProperty('contentDetails');
    expect((await get(new URL(item.snippet.thumbnails.high.url).pathname)).status).toBe(200);
  });

  it('returns 304 when the client already has the list', async () => {
    const path = `/youtube/v3/playlistItems?part=snippet&playlistId=${playlist}&key=simulator`;
    const tag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
  });

  it.each([
    ['playlistItems?part=snippet&playlistId=UUnone&key=simulator', 404, 'playlistNotFound'],
    ['playlistItems?part=snippet&key=simulator', 400, 'missingRequiredParameter'],
    ['playlistItems?playlistId=UUnone&key=simulator', 400, 'missingRequiredParameter'],
    [`playlistItems?part=snippet&playlistId=${playlist}&maxResults=51&key=simulator`, 400, 'invalidValue'],
    [`playlistItems?part=snippet&playlistId=${playlist}&pageToken=x&key=simulator`, 400, 'invalidPageToken'],
    ['videos?part=snippet&id=x&key=wrong', 400, 'badRequest'],
    ['videos?part=snippet&id=x', 403, 'forbidden'],
  ])('refuses %s', async (path, status, reason) => {
    const response = await get(`/youtube/v3/${path}`);
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as YoutubeFault;
    expect(error).toMatchObject({ code: status, message: expect.any(String), errors: [{ reason }] });
    if (path.endsWith('wrong')) expect(error.details?.[0]?.reason).toBe('API_KEY_INVALID');
  });
});

it('leaves out unknown videos and channels', async () => {
  expect((await api<Videos>('videos?part=snippet&id=aaaaaaaaaaa')).items).toEqual([]);
  expect(await api('channels?part=snippet&id=UCnone')).not.toHaveProperty('items');
  const known = await api<{ items: object[] }>(`channels?part=contentDetails,statistics&id=${channels[3]?.channelId}`);
  expect(first(known.items)).toMatchObject({
    contentDetails: { relatedPlaylists: { uploads: channels[3]?.uploadsPlaylistId } },
    statistics: { subscriberCount: '1530000' },
  });
});

it("returns a channel's newest videos as Atom without a key", async () => {
  const response = await get(`/feeds/videos.xml?channel_id=${channels[0]?.channelId}`);
  expect(response.headers.get('content-type')).toContain('text/xml');
  const text = await response.text();
  expect(text).toContain('<title>IGN</title>');
  expect(text).toMatch(/<yt:videoId>[\w-]{11}<\/yt:videoId>/);
  expect(text.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
  expect((await get('/feeds/videos.xml?channel_id=UCnone')).status).toBe(404);
});
