import { requestTimeoutHeader } from '@nightshelf/contracts/headers.ts';
import type { FastifyRequest } from 'fastify';
import { CodedError } from '../errors/coded-error.ts';

const defaultMs = 10_000;
const longestMs = 600_000;

/**
 * The time until which the caller waits for a response. Nothing may be stored after it, because the caller treats the
 * request as failed. The clock is monotonic, so that a suspended process notices that it is late.
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

  /** @returns the remaining milliseconds; 0 or less when the caller no longer waits */
  left(): number {
    return this.#hasCallerLeft() ? 0 : this.#endsAt - performance.now();
  }

  /** Runs `act` with a signal that aborts with the error of `check` once the deadline has passed. */
  during<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const passed = new AbortController();
    const timer = setTimeout(() => passed.abort(late()), Math.max(0, Math.ceil(this.left())));
    return act(passed.signal).finally(() => clearTimeout(timer));
  }

  /** @throws CodedError 503 `service.late` past the deadline */
  check(): void {
    if (this.left() <= 0) throw late();
  }
}

export const late = () =>
  new CodedError(503, 'service.late', 'This took too long, and nothing was changed. Please try again.');

/** @param arrivedAt when the request arrived, by `performance.now()` */
export function deadlineOf(request: Pick<FastifyRequest, 'headers' | 'raw'>, arrivedAt: number): Deadline {
  const given = Number(request.headers[requestTimeoutHeader]);
  const milliseconds = given > 0 && given <= longestMs ? given : defaultMs;
  const { socket } = request.raw;
  return new Deadline(arrivedAt + milliseconds, () => socket.destroyed || socket.readableEnded);
}
