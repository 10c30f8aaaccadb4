import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { catalogue, coverIdOf, type Game, gameWithId, guidOf, hash, screenshotsOf } from './catalogue/games.ts';
import { videoWithId } from './youtube/schedule.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for XML and HTML, in content and attributes. */
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Two dark background colors and a bright one for each picture. */
const palettes = [
  ['#0f1b3d', '#0a1128', '#ffb347'],
  ['#10302b', '#0a211e', '#f4d35e'],
  ['#2b1338', '#1b0b26', '#ffd166'],
  ['#3b0d11', '#220709', '#ffd9a0'],
  ['#0b2e4a', '#071f33', '#f5ee9e'],
  ['#4a0e2e', '#30081e', '#ffe08a'],
  ['#123524', '#0b2217', '#ff8552'],
  ['#35124e', '#210a33', '#44e5e7'],
] as const;

const colorsOf = (seed: string) => palettes[hash(seed) % palettes.length] ?? palettes[0];

/** Breaks a title into at most four lines. */
function linesOf(title: string): string[] {
  const lines: string[] = [''];
  for (const word of title.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && `${last} ${word}`.length > 16 && lines.length < 4) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`.trim();
  }
  return lines;
}

/**
 * Draws a background, a disc and a title as SVG.
 * @param seed determines the colors
 */
function svg(title: string, seed: string, [width, height]: readonly [number, number]): string {
  const [high, low, glow] = colorsOf(seed);
  const x = width / 4 + (hash(`${seed} x`) % (width / 2));
  const size = Math.round(width / 14);
  const lines = linesOf(title).map(
    (line, at, all) =>
      `<text x="${width / 12}" y="${height - (all.length - at) * size * 1.2}" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#f6efe0">${escapeXml(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>${escapeXml(title)}</title><defs><linearGradient id="ground" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#ground)"/><circle cx="${x}" cy="${height / 3}" r="${Math.min(width, height) / 5}" fill="${glow}"/>${lines.join('')}</svg>`;
}

const portrait = [600, 800] as const;
const landscape = [1280, 720] as const;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const channels = (color: string) => [...Buffer.from(color.slice(1), 'hex')];

/** Draws a cover's background and bright disc as a small PNG, for programs that read pixels. */
function png(seed: string): Buffer {
  const [width, height] = [60, 80];
  const [high, low, glow] = colorsOf(seed);
  const colorAt = (x: number, y: number) => ((x - 40) ** 2 + (y - 22) ** 2 < 90 ? glow : y > 40 ? low : high);
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => channels(colorAt(x, y))).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel, three channels, and the only methods of compression and filtering.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const byCoverId = new Map(catalogue.map((game) => [coverIdOf(game), game]));

const pictureHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept',
};

const sendSvg = (reply: FastifyReply, picture: string | undefined) =>
  picture === undefined
    ? reply.status(404).type('text/plain').send('Not Found')
    : reply.headers(pictureHeaders).type('image/svg+xml').send(picture);

/** Sends a cover as SVG, or as PNG, the providers' format, when the request accepts PNG but not SVG. */
function sendCover({ headers: { accept = '*/*' } }: FastifyRequest, reply: FastifyReply, game: Game | undefined) {
  if (!game || !accept.includes('image/png') || /svg|\*\/\*/.test(accept))
    return sendSvg(reply, game && svg(game.name, guidOf(game), portrait));
  return reply
    .headers(pictureHeaders)
    .type('image/png')
    .send(png(guidOf(game)));
}

const screenshotOf = (game: Game | undefined, number: number) =>
  game && number >= 1 && number <= screenshotsOf(game)
    ? svg(`${game.name} ${number}`, `${guidOf(game)} ${number}`, landscape)
    : undefined;

/** Serves generated covers, screenshots and thumbnails. */
export async function imageRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>('/images/covers/3030-:id(^\\d+).svg', (request, reply) =>
    sendCover(request, reply, gameWithId(Number(request.params.id))),
  );

  app.get<{ Params: { id: string; number: string } }>(
    '/images/screenshots/3030-:id(^\\d+)/:number(^\\d+).svg',
    ({ params }, reply) => sendSvg(reply, screenshotOf(gameWithId(Number(params.id)), Number(params.number))),
  );

  app.get<{ Params: { size: string; id: string } }>('/igdb/image/upload/:size/:id.jpg', (request, reply) => {
    const { id } = request.params;
    const [, shot, number] = /^sc(\w+)_(\d+)$/.exec(id) ?? [];
    if (shot) return sendSvg(reply, screenshotOf(byCoverId.get(`co${shot}`), Number(number)));
    return sendCover(request, reply, byCoverId.get(id));
  });

  app.get<{ Params: { id: string } }>('/images/thumbnails/:id.svg', ({ params }, reply) => {
    const video = videoWithId(params.id);
    return sendSvg(reply, video && svg(video.title, guidOf(video.game), landscape));
  });
}
