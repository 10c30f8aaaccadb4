import { requestTimeoutHeader } from '@nightshelf/contracts';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../errors/coded-error.ts';

/** For callers that do not say how long they wait, in milliseconds. */
const defaultMs = 10_000;
const longestMs = 600_000;

/**
 * Until when somebody waits for the answer to a request; afterwards nothing may be stored for it, since they have been
 * told that it failed and may have gone on. Told by a monotonic clock: a process that was frozen finds itself late.
 */
export class Deadline {
  readonly #endsAt: number;
  readonly #isAlone: () => boolean;

  /**
   * @param endsAt by `performance.now()`
   * @param isAlone whether the caller has gone
   */
  constructor(endsAt: number, isAlone: () => boolean = () => false) {
    this.#endsAt = endsAt;
    this.#isAlone = isAlone;
  }

  static in(milliseconds: number): Deadline {
    return new Deadline(performance.now() + milliseconds);
  }

  /** @returns milliseconds for which somebody still waits; 0 or less when nobody does */
  left(): number {
    return this.#isAlone() ? 0 : this.#endsAt - performance.now();
  }

  /** @throws CodedError 503 `service.late` */
  check(): void {
    if (this.left() <= 0) throw late();
  }
}

/** What nobody may hear any more. */
export const late = () =>
  new CodedError(503, 'service.late', 'This took too long, and nothing was changed. Please try again.');

/** @param arrivedAt when the request arrived, by `performance.now()` */
export function deadlineOf(request: Pick<FastifyRequest, 'headers' | 'raw'>, arrivedAt: number): Deadline {
  const given = Number(request.headers[requestTimeoutHeader]);
  const milliseconds = given > 0 && given <= longestMs ? given : defaultMs;
  const { socket } = request.raw;
  return new Deadline(arrivedAt + milliseconds, () => socket.destroyed || socket.readableEnded);
}
