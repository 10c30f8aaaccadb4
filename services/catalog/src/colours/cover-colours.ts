import { setTimeout as delay } from 'node:timers/promises';
import { type CoverColour, coverColour } from '@nightshelf/contracts/game-details.ts';
import type { GameImage } from '@nightshelf/contracts/games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { bulkhead } from 'cockatiel';
import { Agent, request } from 'undici';
import { z } from 'zod';
import type { ImageSources } from '../providers/image-sources.ts';
import { coloursOf } from './colours-of.ts';

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

/** Loaded on first use, so that a machine without sharp lacks only colours. */
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

/** Longest wait of a response for colours; later results are kept for the next request. */
const longestWaitMs = 2000;
/** Covers analysed in parallel per process, and covers queued. */
const atOnce = 2;
const waiting = 50;

/** Picks the smallest image that shows the whole cover. */
const coverOf = (image: GameImage | null) => image?.small_url ?? image?.thumb_url ?? image?.medium_url ?? null;

/** Computes the colours of covers once, and keeps them as long as the cover's address is the same. */
export class CoverColours {
  readonly #parts: Parts;
  readonly #room = bulkhead(atOnce, waiting);
  readonly #underWay = new Map<string, Promise<CoverColour[]>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns an empty list without a cover, when the cover cannot be fetched, and while the analysis takes too long. */
  async of(guid: string, image: GameImage | null): Promise<CoverColour[]> {
    const cover = this.#parts.sources(coverOf(image));
    if (cover === null) return [];
    const kept = await this.#kept(guid, cover);
    if (kept) return kept;
    const looking = this.#underWay.get(guid) ?? this.#begin(guid, cover);
    const stop = new AbortController();
    const late = delay(longestWaitMs, [], { signal: stop.signal }).catch(() => []);
    return Promise.race([looking, late]).finally(() => stop.abort());
  }

  /** A cover that could not be fetched is tried again after a day. */
  async #kept(guid: string, cover: string): Promise<CoverColour[] | null> {
    const [row] = await this.#parts.work.query().execute<{ colours: unknown }[]>(
      `select colours from cover_colours where guid = ? and cover = ?
       and (colours is not null or looked_at > now() - interval '1 day')`,
      [guid, cover],
    );
    return row ? (z.array(coverColour).safeParse(row.colours ?? []).data ?? []) : null;
  }

  #begin(guid: string, cover: string): Promise<CoverColour[]> {
    const looking = this.#room
      .execute(() => this.#look(guid, cover))
      .catch((error: unknown) => {
        this.#parts.logger.debug({ guid, reason: String(error) }, 'Skipped a cover');
        return [];
      })
      .finally(() => this.#underWay.delete(guid));
    this.#underWay.set(guid, looking);
    return looking;
  }

  async #look(guid: string, cover: string): Promise<CoverColour[]> {
    const colours = await fetchCover(cover)
      .then(readPixels)
      .then(coloursOf)
      .catch((error: unknown) => {
        this.#parts.logger.info({ guid, reason: String(error) }, 'Could not read the colors of a cover');
        return null;
      });
    await this.#parts.work.transaction(({ em }) =>
      em.execute(
        `insert into cover_colours (guid, cover, colours) values (?, ?, ?::jsonb)
         on conflict (guid) do update set cover = excluded.cover, colours = excluded.colours, looked_at = now()`,
        [guid, cover, colours && JSON.stringify(colours)],
      ),
    );
    return colours ?? [];
  }
}
