import { setTimeout as delay } from 'node:timers/promises';
import { type CoverColour, coverColour, mostOf } from '@nightshelf/contracts/game-details.ts';
import type { GameImage } from '@nightshelf/contracts/games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { bulkhead } from 'cockatiel';
import { Agent, request } from 'undici';
import { z } from 'zod';
import type { ImageSources } from '../providers/lenient.ts';

/** Covers are shrunk to this size before the analysis. */
const width = 48;
const height = 64;
/** Above any small cover: a file of a few kilobytes can decode into an image that fills the memory. */
const mostPixels = 8_000_000;
const timeoutSeconds = 5;

const load = async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Only the formats of covers: others can contain scripts, pages and addresses.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp;
};

/** Loaded on first use, so that a machine without sharp lacks only colors. */
let loading: ReturnType<typeof load> | null = null;

/**
 * Returns red, green and blue of each pixel of a shrunken image.
 * @param bytes a JPEG, PNG or WebP
 * @throws Error for any other format and after a timeout
 */
async function readPixels(bytes: Uint8Array): Promise<Uint8Array> {
  loading ??= load();
  const sharp = await loading;
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false, sequentialRead: true })
    .timeout({ seconds: timeoutSeconds })
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}

const mostBytes = 4 * 1024 * 1024;
const timeoutMs = 10_000;

const agent = new Agent({
  connections: 4,
  maxResponseSize: mostBytes,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
});

/**
 * Returns the bytes of an image. Does not follow redirects, which could lead anywhere.
 * @param address from an allowed source
 * @throws Error when it is missing, too large or too slow
 */
async function fetchCover(address: string): Promise<Uint8Array> {
  const { statusCode, body } = await request(address, {
    method: 'GET',
    headers: { accept: 'image/jpeg, image/png, image/webp', 'user-agent': 'Nightshelf/0.1 (personal game library)' },
    dispatcher: agent,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`the picture's host answered ${statusCode}`);
  }
  return new Uint8Array(await body.arrayBuffer());
}

interface Parts {
  readonly work: Work;
  readonly sources: ImageSources;
  readonly logger: Logger;
}

/** Longest wait of a response for colors; later results are kept for the next request. */
const longestWaitMs = 2000;
/** Covers analysed in parallel per process, and covers queued. */
const atOnce = 2;
const waiting = 50;

/** Picks the smallest image that shows the whole cover. */
const coverOf = (image: GameImage | null) => image?.small_url ?? image?.thumb_url ?? image?.medium_url ?? null;

export type CoverColours = ReturnType<typeof coverColours>;

/** Computes the colors of covers once, and keeps them as long as the cover's address is the same. */
export function coverColours({ work, sources, logger }: Parts) {
  const room = bulkhead(atOnce, waiting);
  const underWay = new Map<string, Promise<CoverColour[]>>();

  /** A cover that could not be fetched is tried again after a day. */
  async function keptColours(guid: string, cover: string): Promise<CoverColour[] | null> {
    const [row] = await work.query().execute<{ colours: unknown }[]>(
      `select colours from cover_colours where guid = ? and cover = ?
       and (colours is not null or looked_at > now() - interval '1 day')`,
      [guid, cover],
    );
    return row ? (z.array(coverColour).safeParse(row.colours ?? []).data ?? []) : null;
  }

  async function look(guid: string, cover: string): Promise<CoverColour[]> {
    const colours = await fetchCover(cover)
      .then(readPixels)
      .then(coloursOf)
      .catch((error: unknown) => {
        logger.info({ guid, reason: String(error) }, 'Could not read the colors of a cover');
        return null;
      });
    await work.transaction(({ em }) =>
      em.execute(
        `insert into cover_colours (guid, cover, colours) values (?, ?, ?::jsonb)
         on conflict (guid) do update set cover = excluded.cover, colours = excluded.colours, looked_at = now()`,
        [guid, cover, colours && JSON.stringify(colours)],
      ),
    );
    return colours ?? [];
  }

  function begin(guid: string, cover: string): Promise<CoverColour[]> {
    const looking = room
      .execute(() => look(guid, cover))
      .catch((error: unknown) => {
        logger.debug({ guid, reason: String(error) }, 'Skipped a cover');
        return [];
      })
      .finally(() => underWay.delete(guid));
    underWay.set(guid, looking);
    return looking;
  }

  return {
    /** Returns an empty list without a cover, when the cover cannot be fetched, and while the analysis takes too long. */
    async of(guid: string, image: GameImage | null): Promise<CoverColour[]> {
      const cover = sources(coverOf(image));
      if (cover === null) return [];
      const kept = await keptColours(guid, cover);
      if (kept) return kept;
      const looking = underWay.get(guid) ?? begin(guid, cover);
      return Promise.race([looking, delay(longestWaitMs, [], { ref: false })]);
    },
  };
}

/** Colors with less chroma count as gray. */
const leastChroma = 0.025;
/** A stronger color would outshine the content on top of it. */
const mostChroma = 0.2;
const binDegrees = 30;
/** Hues closer than this, in degrees, look the same. */
const leastApart = 35;
/** Minimum weight of a further color, relative to the strongest one. */
const leastWeight = 0.1;

interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

const linear = (channel: number) => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Björn Ottosson's OKLab, from sRGB values of 0 to 255. */
export function toOklab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

const hueOf = ({ a, b }: Lab) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
const apart = (one: number, other: number) => Math.min(Math.abs(one - other), 360 - Math.abs(one - other));
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

function toColour({ l, a, b }: Lab): CoverColour {
  return {
    lightness: rounded(Math.min(Math.max(l, 0), 1), 3),
    chroma: rounded(Math.min(Math.hypot(a, b), mostChroma), 3),
    hue: rounded(hueOf({ l, a, b }), 1) % 360,
  };
}

/**
 * Returns the dominant colors of an image, strongest first; chroma counts for more than area.
 * @param pixels red, green and blue of each pixel in turn, 0 to 255
 * @returns one to three; a gray image has one gray color
 */
export function coloursOf(pixels: Uint8Array): CoverColour[] {
  const bins = new Map<number, { weight: number; l: number; a: number; b: number }>();
  let all = { l: 0, a: 0, b: 0 };
  const count = Math.floor(pixels.length / 3);
  if (count === 0) return [];
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const lab = toOklab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    all = { l: all.l + lab.l, a: all.a + lab.a, b: all.b + lab.b };
    const chroma = Math.hypot(lab.a, lab.b);
    if (chroma < leastChroma) continue;
    const key = Math.floor(hueOf(lab) / binDegrees);
    const bin = bins.get(key) ?? { weight: 0, l: 0, a: 0, b: 0 };
    bins.set(key, {
      weight: bin.weight + chroma,
      l: bin.l + lab.l * chroma,
      a: bin.a + lab.a * chroma,
      b: bin.b + lab.b * chroma,
    });
  }
  const found = [...bins.values()]
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ weight, l, a, b }) => ({ weight, lab: { l: l / weight, a: a / weight, b: b / weight } }));
  const least = Math.max((found[0]?.weight ?? 0) * leastWeight, count * 0.001);
  const chosen: Lab[] = [];
  for (const { weight, lab } of found) {
    if (chosen.length >= mostOf.colours || weight < least) break;
    if (chosen.every((other) => apart(hueOf(other), hueOf(lab)) >= leastApart)) chosen.push(lab);
  }
  const whole = { l: all.l / count, a: all.a / count, b: all.b / count };
  return (chosen.length > 0 ? chosen : [whole]).map(toColour);
}
