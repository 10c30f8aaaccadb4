import { crc32, deflateSync } from 'node:zlib';
import { type Game, guidOf } from '../catalogue/game.ts';
import { coloursOf } from './picture.ts';

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
export function posterPng(game: Game): Buffer {
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
