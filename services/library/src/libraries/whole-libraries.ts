import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { chooseEncoding, type Encoding } from '@nightshelf/platform/http/headers.ts';
import { countedFromZero } from '@nightshelf/platform/metrics/metrics.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { LRUCache } from 'lru-cache';
import { type Counter, Gauge, type Registry } from 'prom-client';
import { requestGames } from '../games/request-games.ts';
import { limitedStreams } from '../limited-streams.ts';
import { type EntryRow, entryRowColumns, entryRowJson, entryRowTables } from './entry-row.ts';
import { cursorOf, haveGamesChanged, type LibraryState } from './library-state.ts';

/** Limits on requests for unknown games: games per read, and seconds between requests for the same game. */
const askAtMost = 100;
const askAgainAfterSeconds = 600;

const buildsAtOnce = 2;
const buildsWaiting = 200;
/** Concurrent reads of parts, over all builds and streams. */
const partsAtOnce = 3;

/**
 * Larger bodies, in bytes, are streamed instead of kept in memory. Six concurrent 52 MB streams took 350 MB of memory.
 */
const largestKept = 12 * 1024 * 1024;
const streamsAtOnce = 32;

/** Rows of the first part, and limits for the others. */
const firstPart = 50;
const partSizes = { least: 20, most: 2000 };
/** Target size of a part, in bytes of JSON. */
const partBytes = 2 * 1024 * 1024;

const worthCompressing = 1024;
/** Chunks of the default 16 KB would switch threads too often; brotli's small window takes 256 KB instead of 4 MB. */
const chunkSize = 128 * 1024;
const brotli = {
  chunkSize,
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const gzipped = { chunkSize, level: 1 };

const compress: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, brotli),
  gzip: (plain) => promisify(gzip)(plain, gzipped),
};
const compressor = { br: () => createBrotliCompress(brotli), gzip: () => createGzip(gzipped) } as const;

const busy = () => unavailable('library.busy', 'Too many libraries are being opened. Please try again.');

/** Newest first. Sorts only the guids, because PostgreSQL would spill whole games to disk. */
const entriesInOrder = `
  select coalesce(json_agg(guid order by date_added desc, id), '[]')::text as guids from entries where user_id = ?`;

const theseEntries = `
  select ${entryRowColumns} from jsonb_array_elements_text(?::jsonb) as wanted (guid)
  join (${entryRowTables}) on e.user_id = ? and e.guid = wanted.guid`;

/** A response for a state of a library, with the encodings that were requested so far. */
interface Body {
  /** Read before the rest: the response has this state or a newer one. */
  readonly state: LibraryState;
  readonly plain: Buffer;
  readonly encoded: Map<Encoding, Buffer>;
}

const bytesOf = ({ plain, encoded }: Body) =>
  [plain, ...encoded.values()].reduce((bytes, { length }) => bytes + length, 0);

interface Sent {
  readonly state: LibraryState;
  readonly bytes: Buffer | Readable;
  readonly encoding: Encoding | null;
}

const outcomes = ['hit', 'joined', 'miss'] as const;

/**
 * Whole-library responses, built from rows and stored game JSON; building the JSON in PostgreSQL was measured to be
 * slower. Keeps the newest response of each user, the least recently used first to go.
 */
export class WholeLibraries {
  readonly #work: Work;
  readonly #kept: LRUCache<string, Body>;
  readonly #builds = new Semaphore(buildsAtOnce, buildsWaiting, busy);
  readonly #parts = new Semaphore(partsAtOnce, Number.MAX_SAFE_INTEGER, busy);
  readonly #outcomes: Counter<'outcome'>;
  readonly #stream = limitedStreams(streamsAtOnce, busy);

  constructor(work: Work, registry: Registry, cacheBytes: number) {
    const kept = new LRUCache<string, Body>({ maxSize: cacheBytes, sizeCalculation: bytesOf });
    this.#work = work;
    this.#kept = kept;
    new Gauge({
      name: 'library_cache_bytes',
      help: 'Memory of the cache of serialized vaults: used, and limit',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        this.set({ state: 'used' }, kept.calculatedSize);
        this.set({ state: 'limit' }, cacheBytes);
      },
    });
    this.#outcomes = countedFromZero(registry, {
      name: 'library_cache_requests_total',
      help: 'Requested vaults: cached, shared with a concurrent request, or newly built',
      label: 'outcome',
      values: outcomes,
    });
  }

  /** Returns the response with this state or a newer one, as one buffer or, when it is large, as a stream. */
  async open(userId: string, state: LibraryState, acceptEncoding: string | undefined): Promise<Sent> {
    const accepted = chooseEncoding(acceptEncoding);
    const body = await this.#body(userId, state);
    if (!body) return { state, bytes: await this.#streamed(userId, state, accepted), encoding: accepted };
    const encoding = body.plain.length < worthCompressing ? null : accepted;
    return { state: body.state, bytes: encoding ? await this.#encode(userId, body, encoding) : body.plain, encoding };
  }

  /** Returns the kept or a new body; null for one that is too large to keep. */
  async #body(userId: string, state: LibraryState): Promise<Body | null> {
    const kept = await this.#current(userId, state);
    if (kept) return this.#count('hit', kept);
    return this.#builds.run(async () => {
      // A concurrent request may have built it while this one waited.
      const built = await this.#current(userId, state);
      return built ? this.#count('joined', built) : this.#count('miss', await this.#build(userId, state));
    });
  }

  #count<Found>(outcome: (typeof outcomes)[number], found: Found): Found {
    this.#outcomes.inc({ outcome });
    return found;
  }

  /** Returns the kept body if the user's library is unchanged since. */
  async #current(userId: string, now: LibraryState): Promise<Body | null> {
    const kept = this.#kept.get(userId);
    if (kept?.state.version !== now.version || kept.state.mark !== now.mark) return null;
    return (await haveGamesChanged(this.#work.query(), userId, kept.state.snapshot)) ? null : kept;
  }

  async #build(userId: string, state: LibraryState): Promise<Body | null> {
    const guids = await this.#guidsOf(userId);
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of this.#read(userId, state, guids)) {
      parts.push(part);
      bytes += part.length;
      const expected = ((parts[1]?.length ?? 0) / firstPart) * guids.length;
      if (Math.max(expected, bytes) > largestKept) return null;
    }
    const body: Body = { state, plain: Buffer.concat(parts), encoded: new Map() };
    this.#kept.set(userId, body);
    return body;
  }

  async #encode(userId: string, body: Body, encoding: Encoding): Promise<Buffer> {
    const ready = body.encoded.get(encoding);
    if (ready) return ready;
    const bytes = await compress[encoding](body.plain);
    body.encoded.set(encoding, bytes);
    // The cache measures a copy again, but not the same object. A newer body may have replaced this one.
    if (this.#kept.peek(userId)?.plain === body.plain) this.#kept.set(userId, { ...body });
    return bytes;
  }

  async #streamed(userId: string, state: LibraryState, encoding: Encoding | null): Promise<Readable> {
    const plain = this.#stream(this.#read(userId, state, await this.#guidsOf(userId)));
    // The caller sees a failure as an error of the last stream.
    return encoding ? pipeline(plain, compressor[encoding](), () => undefined) : plain;
  }

  async #guidsOf(userId: string): Promise<readonly string[]> {
    const [row] = await this.#work.query().execute<{ guids: string }[]>(entriesInOrder, [userId]);
    return JSON.parse(row?.guids ?? '[]');
  }

  /** Yields the response, one part in memory at a time; entries removed during the read may be missing. */
  async *#read(userId: string, state: LibraryState, guids: readonly string[]): AsyncGenerator<Buffer> {
    const em = this.#work.query();
    const unknown: string[] = [];
    yield Buffer.from(`{"success":true,"message":"Your library.","version":"${cursorOf(state)}","library":[`);
    let separator = '';
    for (let at = 0, size = firstPart; at < guids.length; ) {
      const wanted = guids.slice(at, at + size);
      at += size;
      const rows = await this.#parts.run(() => rowsOf(em, userId, wanted));
      if (rows.length === 0) continue;
      for (const { json, guid } of rows) if (json === null) unknown.push(guid);
      // Copies the stored JSON text, because parsing thousands of games would take most of the time.
      const part = Buffer.from(separator + rows.map(entryRowJson).join(','));
      separator = ',';
      size = Math.floor((partBytes * wanted.length) / part.length);
      size = Math.min(Math.max(size, partSizes.least), partSizes.most);
      yield part;
    }
    yield Buffer.from(']}');
    if (unknown.length === 0) return;
    await this.#work.transaction((transaction) =>
      requestGames(transaction, unknown.slice(0, askAtMost), { userId, notWithinSeconds: askAgainAfterSeconds }),
    );
  }
}

async function rowsOf(em: EntityManager, userId: string, guids: readonly string[]): Promise<EntryRow[]> {
  const rows = await em.execute<EntryRow[]>(theseEntries, [JSON.stringify(guids), userId]);
  const byGuid = new Map(rows.map((row) => [row.guid, row]));
  return guids.flatMap((guid) => byGuid.get(guid) ?? []);
}
