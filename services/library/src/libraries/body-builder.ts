import { Readable } from 'node:stream';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { requestGames } from '../games/request-games.ts';
import { cursorOf } from './cursor.ts';
import { LargeBody } from './large-body.ts';
import { LibraryParts } from './library-parts.ts';
import type { LibraryState } from './library-state.ts';

/** Limits on requests for unknown games: games per build, and seconds between requests for the same game. */
const askAtMost = 100;
const askAgainAfterSeconds = 600;

const buildsAtOnce = 2;
const buildsWaiting = 200;
/** Concurrent reads of parts, over all builds and streams. */
const partsAtOnce = 3;

/**
 * Larger bodies, in bytes, are streamed instead of kept in memory. Six concurrent 52 MB streams took 350 MB of memory.
 */
const largestWhole = 12 * 1024 * 1024;
const largeAtOnce = 32;
const largeMs = 600_000;

const busy = () => unavailable('library.busy', 'Too many libraries are being opened. Please try again.');

type Parts = AsyncGenerator<Buffer, void>;

/**
 * Builds whole-library responses from rows and stored game JSON; building the JSON in PostgreSQL was measured to be
 * slower.
 */
export class BodyBuilder {
  readonly #work: Work;
  readonly #builds = new Semaphore(buildsAtOnce, buildsWaiting, busy);
  readonly #parts = new Semaphore(partsAtOnce, Number.MAX_SAFE_INTEGER, busy);
  #largeUnderWay = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  /**
   * @param state read before; the response has this state or a newer one
   * @returns the whole body, or a stream of it when it is too large
   */
  build(userId: string, state: LibraryState): Promise<Buffer | LargeBody> {
    return this.#builds.run(async () => {
      const library = await this.#library(userId);
      const parts = this.#read(library, userId, state);
      const read: Buffer[] = [];
      while (Math.max(library.expectedBytes, byteLength(read)) <= largestWhole) {
        const { value: part, done } = await parts.next();
        if (done) return Buffer.concat(read);
        read.push(part);
      }
      return this.#large(userId, state, continued(read, parts));
    });
  }

  /** @param begun the started read, for the first receiver */
  #large(userId: string, state: LibraryState, begun: Parts): LargeBody {
    let next: Parts | null = begun;
    return new LargeBody(state, async () => {
      if (this.#largeUnderWay >= largeAtOnce) throw busy();
      this.#largeUnderWay += 1;
      const end = () => {
        this.#largeUnderWay -= 1;
      };
      try {
        const own = next ?? this.#read(await this.#library(userId), userId, state);
        next = null;
        const stream = Readable.from(own, { objectMode: false, signal: AbortSignal.timeout(largeMs) });
        return stream.once('close', end);
      } catch (error) {
        end();
        throw error;
      }
    });
  }

  #library(userId: string): Promise<LibraryParts> {
    return LibraryParts.of(this.#work.query(), userId);
  }

  async *#read(library: LibraryParts, userId: string, state: LibraryState): Parts {
    yield Buffer.from(`{"success":true,"message":"Your library.","version":"${cursorOf(state)}","library":[`);
    yield* library.read(this.#parts);
    yield Buffer.from(']}');
    if (library.unknownGuids.length === 0) return;
    const wanted = library.unknownGuids.slice(0, askAtMost);
    await this.#work.transaction((transaction) =>
      requestGames(transaction, wanted, { userId, notWithinSeconds: askAgainAfterSeconds }),
    );
  }
}

const byteLength = (parts: readonly Buffer[]) => parts.reduce((bytes, part) => bytes + part.length, 0);

/** Yields the buffered parts, releasing each one, then the rest. */
async function* continued(read: Buffer[], rest: Parts): Parts {
  for (let part = read.shift(); part; part = read.shift()) yield part;
  yield* rest;
}
