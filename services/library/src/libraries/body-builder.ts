import { Readable } from 'node:stream';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { requestGames } from '../games/request-games.ts';
import { cursorOf } from './cursor.ts';
import { LargeBody } from './large-body.ts';
import { LibraryParts } from './library-parts.ts';
import type { LibraryState } from './library-state.ts';

/** Most unknown games that one build asks the catalog for, and seconds until the same game is asked for again. */
const askAtMost = 100;
const askAgainAfterSeconds = 600;

/** Builds at once, and most that wait for them. */
const buildsAtOnce = 2;
const buildsWaiting = 200;
/** Parts that are read at once, for bodies that are built and for those that are being sent. */
const partsAtOnce = 3;

/**
 * A larger body, in bytes, is never here as a whole. So many are sent at once, each for so many milliseconds at most; six of
 * 52 MB at once were seen to take 350 MB of memory.
 */
const largestWhole = 12 * 1024 * 1024;
const largeAtOnce = 32;
const largeMs = 600_000;

const busy = () => unavailable('library.busy', 'Too many libraries are opened right now. Please try again.');

type Parts = AsyncGenerator<Buffer, void>;

/**
 * Puts the responses with whole libraries together, from rows into which games are copied as the text that they are stored as:
 * having PostgreSQL build the JSON was measured and is slower.
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
   * @param state read before; the response is of that state, or newer
   * @returns all of its bytes, or what sends them when they are too many
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

  /** @param begun for the first who is to receive it */
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

/** What has been read, let go of as it is sent, and the rest. */
async function* continued(read: Buffer[], rest: Parts): Parts {
  for (let part = read.shift(); part; part = read.shift()) yield part;
  yield* rest;
}
