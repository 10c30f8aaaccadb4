import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { catalogue, gameWithId } from '../catalogue/catalogue.ts';
import { screenshotsOf } from '../catalogue/facts.ts';
import { coverIdOf, type Game, guidOf } from '../catalogue/game.ts';
import type { ReviewSchedule } from '../youtube/schedule.ts';
import { coloursOf, picture as draw } from './picture.ts';

const width = 60;
const height = 80;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Draws a cover's background and bright disc as a small PNG, for programs that read pixels. */
function posterPng(game: Game): Buffer {
  const [high, low, glow] = coloursOf(guidOf(game));
  const colourAt = (x: number, y: number) => ((x - 40) ** 2 + (y - 22) ** 2 < 90 ? glow : y > 40 ? low : high);
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => channels(colourAt(x, y))).flat(),
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

const forever = 'public, max-age=31536000, immutable';

const byCoverId = new Map(catalogue.map((game) => [coverIdOf(game), game]));

const pictureHeaders = {
  'cache-control': forever,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

function picture(reply: FastifyReply, svg: string | undefined) {
  if (svg === undefined) return reply.status(404).type('text/plain').send('Not Found');
  return reply.headers(pictureHeaders).type('image/svg+xml').send(svg);
}

/** Sends a cover as SVG, or as PNG, the providers' format, when the request accepts PNG but not SVG. */
function drawn({ headers: { accept = '*/*' } }: FastifyRequest, reply: FastifyReply, game: Game | undefined) {
  if (!game || !accept.includes('image/png') || /svg|\*\/\*/.test(accept))
    return picture(reply, game && draw(game.name, { width: 600, height: 800, seed: guidOf(game) }));
  return reply
    .headers({ ...pictureHeaders, vary: 'accept' })
    .type('image/png')
    .send(posterPng(game));
}

const screenshotOf = (game: Game | undefined, number: number) =>
  game && number >= 1 && number <= screenshotsOf(game)
    ? draw(`${game.name} ${number}`, { width: 1280, height: 720, seed: `${guidOf(game)} ${number}` })
    : undefined;

/** Serves generated covers, screenshots and thumbnails. */
export async function imageRoutes(app: FastifyInstance, { schedule }: { schedule: ReviewSchedule }): Promise<void> {
  app.get<{ Params: { id: string } }>('/images/covers/3030-:id(^\\d+).svg', (request, reply) =>
    drawn(request, reply, gameWithId(Number(request.params.id))),
  );

  app.get<{ Params: { id: string; number: string } }>(
    '/images/screenshots/3030-:id(^\\d+)/:number(^\\d+).svg',
    ({ params }, reply) => picture(reply, screenshotOf(gameWithId(Number(params.id)), Number(params.number))),
  );

  app.get<{ Params: { size: string; id: string } }>('/igdb/image/upload/:size/:id.jpg', (request, reply) => {
    const { id } = request.params;
    const [, shot, number] = /^sc(\w+)_(\d+)$/.exec(id) ?? [];
    if (shot) return picture(reply, screenshotOf(byCoverId.get(`co${shot}`), Number(number)));
    return drawn(request, reply, byCoverId.get(id));
  });

  app.get<{ Params: { id: string } }>('/images/thumbnails/:id.svg', ({ params }, reply) => {
    const video = schedule.videoWithId(params.id);
    return picture(reply, video && draw(video.title, { width: 1280, height: 720, seed: guidOf(video.game) }));
  });
}
