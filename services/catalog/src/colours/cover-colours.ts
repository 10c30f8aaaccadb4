import { setTimeout as delay } from 'node:timers/promises';
import { type CoverColour, coverColour } from '@nightshelf/contracts/game-details.ts';
import type { GameImage } from '@nightshelf/contracts/games.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { bulkhead } from 'cockatiel';
import { z } from 'zod';
import type { ImageSources } from '../providers/image-sources.ts';
import { coloursOf } from './colours-of.ts';
import { fetchCover } from './fetch-cover.ts';
import { readPixels } from './read-pixels.ts';

interface Parts {
  readonly work: Work;
  readonly sources: ImageSources;
  readonly logger: Logger;
}

/** Longest wait of a response for colours; later results are kept for the next request. */
const patienceMs = 2000;
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
    const cover = coverOf(image);
    if (!this.#parts.sources.allows(cover)) return [];
    const kept = await this.#kept(guid, cover);
    if (kept) return kept;
    const looking = this.#underWay.get(guid) ?? this.#begin(guid, cover);
    const stop = new AbortController();
    const late = delay(patienceMs, [], { signal: stop.signal }).catch(() => []);
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
