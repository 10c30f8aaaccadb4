import { expect, it } from 'vitest';
import { catalogue } from '../src/catalogue/catalogue.ts';
import { guidOf } from '../src/catalogue/game.ts';
import { first, type PlaylistItems } from './bodies.ts';
import { useSimulator } from './server.ts';

const { get, json } = useSimulator();

/** Returns whether elements close in the order they open, all values are numbers, and text is escaped. */
function wellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, close, name = '', single] of svg.matchAll(/<(\/?)([\w:]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (single) continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) return false;
  }
  const rest = svg.replace(/<\/?[\w:]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '');
  return open.length === 0 && !/[<>]|NaN|undefined|&(?!(amp|lt|gt|quot|#39);)/.test(rest) && !/NaN|undefined/.test(svg);
}

it('draws a distinct, deterministic and well-formed cover for each game', async () => {
  const drawn = new Set<string>();
  for (const game of catalogue) {
    const response = await get(`/images/covers/${guidOf(game)}.svg?size=small`);
    expect(response.status).toBe(200);
    const svg = await response.text();
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"')).toBe(true);
    expect(wellFormed(svg), game.name).toBe(true);
    expect(svg.length).toBeLessThan(60_000);
    drawn.add(svg);
  }
  expect(drawn.size).toBe(catalogue.length);
  const again = await (await get(`/images/covers/${guidOf(first(catalogue))}.svg`)).text();
  expect(drawn).toContain(again);
});

it('makes covers cacheable permanently and embeddable anywhere', async () => {
  const { headers } = await get('/images/covers/3030-10001.svg');
  expect(headers.get('content-type')).toBe('image/svg+xml');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

it('returns 404 for covers of unknown games', async () => {
  expect((await get('/images/covers/3030-1.svg')).status).toBe(404);
  expect((await get('/images/thumbnails/aaaaaaaaaaa.svg')).status).toBe(404);
  expect((await get('/igdb/image/upload/t_cover_big/co0.jpg')).status).toBe(404);
});

it('draws wide video thumbnails', async () => {
  const list = await json<PlaylistItems>(
    '/youtube/v3/playlistItems?part=snippet&key=simulator&playlistId=UUNvzD7Z-g64bPXxGzaQaa4g&maxResults=50',
  );
  for (const { snippet } of list.items) {
    const svg = await (await get(new URL(snippet.thumbnails.default.url).pathname)).text();
    expect(svg).toContain('viewBox="0 0 1280 720"');
    expect(wellFormed(svg), snippet.title).toBe(true);
  }
});

it('returns a small PNG when the request does not accept SVG', async () => {
  const headers = { accept: 'image/jpeg, image/png' };
  for (const path of ['/images/covers/3030-10005.svg', '/igdb/image/upload/t_cover_small/co7px.jpg']) {
    const response = await get(path, headers);
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
});
