import { requestTimeoutHeader } from '@nightshelf/contracts/idempotency.ts';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../errors/coded-error.ts';

/** When the caller does not say how long it waits, in milliseconds. */
const defaultMs = 10_000;
const longestMs = 600_000;

/**
 * Until when the caller waits for the response to a request. Afterwards nothing may be stored for it: the caller has been
 * told that it failed. The clock is monotonic, so that a process that was frozen knows that it is late.
 */
export class Deadline {
  readonly #endsAt: number;
  readonly #hasCallerLeft: () => boolean;

  /**
   * @param endsAt by `performance.now()`
   * @param hasCallerLeft whether the caller's connection is closed
   */
  constructor(endsAt: number, hasCallerLeft: () => boolean = () => false) {
    this.#endsAt = endsAt;
    this.#hasCallerLeft = hasCallerLeft;
  }

  static in(milliseconds: number): Deadline {
    return new Deadline(performance.now() + milliseconds);
  }

  /** @returns for how many milliseconds the caller still waits; 0 or less when it no longer does */
  left(): number {
    return this.#hasCallerLeft() ? 0 : this.#endsAt - performance.now();
  }

  /** @throws CodedError 503 `service.late` */
  check(): void {
    if (this.left() <= 0) throw late();
  }
}

/** The error of a request whose caller no longer waits. */
export const late = () =>
  new CodedError(503, 'service.late', 'This took too long, and nothing was changed. Please try again.');

/** @param arrivedAt when the request arrived, by `performance.now()` */
export function deadlineOf(request: Pick<FastifyRequest, 'headers' | 'raw'>, arrivedAt: number): Deadline {
  const given = Number(request.headers[requestTimeoutHeader]);
  const milliseconds = given > 0 && given <= longestMs ? given : defaultMs;
  const { socket } = request.raw;
  return new Deadline(arrivedAt + milliseconds, () => socket.destroyed || socket.readableEnded);
}
