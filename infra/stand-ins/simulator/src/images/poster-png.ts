import { crc32, deflateSync } from 'node:zlib';
import type { Game } from '../catalogue/game.ts';
import { paint } from './cover.ts';

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

/**
 * A poster's colours as a small PNG, for whoever takes no SVG, as programs that look at pixels do: its ground from top to
 * bottom, its shapes as bands, its one bright colour as a disc.
 */
export function posterPng(game: Game): Buffer {
  const { palette } = paint(game);
  const { high, low, far, middle, near, glow } = palette;
  const colourAt = (x: number, y: number) => {
    if ((x - 40) ** 2 + (y - 22) ** 2 < 90) return glow;
    if (y > 66) return low;
    if (y > 58) return near;
    if (y > 46) return middle;
    return y > 36 ? far : high;
  };
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => channels(colourAt(x, y))).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a channel, three channels, and the only ways of packing that there are.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
