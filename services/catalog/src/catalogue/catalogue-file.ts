import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/** The newest file format that this release reads. */
export const catalogueFormat = 1;

const header = z.object({
  format: z.number().int().positive(),
  /** The build date. */
  version: z.iso.date(),
  games: z.number().int().nonnegative(),
});

const strings = z.array(z.string().min(1)).default([]);

/** One game of the catalogue. The file omits empty lists and unknown values. */
export const catalogueGame = z.object({
  /** Never changes, since vaults refer to it. */
  id: z.string().regex(/^cat-[a-z0-9-]{1,76}$/),
  name: z.string().min(1).max(500),
  aliases: strings,
  /** `2004-11-16`, `2004-11` or `2004`. */
  released: z
    .string()
    .regex(/^\d{4}(-\d\d(-\d\d)?)?$/)
    .optional(),
  /** Platform ids, as in platforms.json. */
  platforms: z.array(z.number().int().positive()).default([]),
  developers: strings,
  publishers: strings,
  genres: strings,
  series: strings,
  /** From 0 for an obscure game to 5 for one of the best known. */
  prominence: z.number().min(0).max(5).default(0),
  /**
   * Ids of the same game at stores and providers: `steam-620`, `gog-1207658957`, `igdb-72`, `3030-21170`,
   * `wikidata-Q279446`.
   */
  ids: strings,
  /** Sources of its facts: `curated`, `mame:nes/smb`, `wikidata:Q279446`. */
  sources: strings,
});

export type CatalogueHeader = z.infer<typeof header>;
export type CatalogueGame = z.infer<typeof catalogueGame>;

/** The file is damaged or has an unknown format. The message is for an operator. */
export class CatalogueFileError extends Error {
  override name = 'CatalogueFileError';
}

/**
 * Reads a catalogue file: gzipped lines of JSON. Yields the header, then every game.
 * @throws CatalogueFileError when the file is damaged, truncated or newer; discard everything read before
 */
export async function* readCatalogue(path: string): AsyncGenerator<CatalogueHeader | CatalogueGame> {
  let head: CatalogueHeader | undefined;
  let games = 0;
  try {
    const source = createReadStream(path);
    const unpacked = createGunzip();
    source.on('error', (error) => unpacked.destroy(error));
    for await (const line of createInterface({ input: source.pipe(unpacked), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!head) {
        head = headerIn(line);
        yield head;
      } else {
        games += 1;
        yield catalogueGame.parse(JSON.parse(line));
      }
    }
  } catch (error) {
    if (error instanceof CatalogueFileError) throw error;
    throw new CatalogueFileError(`The catalogue file ${path} can't be read: ${reasonOf(error)}`, { cause: error });
  }
  if (!head || games !== head.games) {
    throw new CatalogueFileError(
      `The catalogue file ${path} is incomplete: it has ${games} of ${head?.games ?? '?'} games`,
    );
  }
}

function headerIn(line: string): CatalogueHeader {
  const head = header.parse(JSON.parse(line));
  if (head.format > catalogueFormat) {
    throw new CatalogueFileError(
      `The catalogue file has format ${head.format}, and this release reads up to ${catalogueFormat}: install a newer release`,
    );
  }
  return head;
}

const reasonOf = (error: unknown) => (error instanceof z.ZodError ? 'a line has an unknown form' : String(error));
