import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { beginAnswer } from '../http/answer.ts';
import type { GatewayRequest } from '../http/exchange.ts';
import { createEncoder, encodingFor } from './compression.ts';
import { responseHeaders } from './response-headers.ts';
import { isBroken, isRefused } from './upstream-fault.ts';

/**
 * Milliseconds after which a service where nothing listened is asked again. One of its instances has died and is still
 * listed with the others, or it is just being replaced.
 */
const pauses = [50, 100, 200, 400, 800];

/**
 * Methods that may be sent twice, since the state they ask for is the same each time (RFC 9110, section 9.2.2). DELETE is
 * left out: its second answer would be that there is nothing to delete.
 */
const repeatable = new Set(['GET', 'HEAD', 'PUT']);

export const isRepeatable = (method: string): boolean => repeatable.has(method);

/** A request on its way to a service, and the answer on its way back, both streamed at the pace of the slower side. */
export class Transfer implements Dispatcher.DispatchHandler {
  readonly #pool: Pool;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #request: GatewayRequest;
  readonly #response: ServerResponse;
  readonly #onFault: (error: Error) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #encoder: Transform | null = null;
  /** Bytes of the body that are still to come; NaN when the service did not say. */
  #left = Number.NaN;
  #retried = false;
  #refusals = 0;
  #pause: NodeJS.Timeout | undefined;
  #cancelled = false;

  constructor(
    pool: Pool,
    options: Dispatcher.DispatchOptions,
    request: GatewayRequest,
    response: ServerResponse,
    onFault: (error: Error) => void,
  ) {
    this.#pool = pool;
    this.#options = options;
    this.#request = request;
    this.#response = response;
    this.#onFault = onFault;
  }

  start(): void {
    this.#pool.dispatch(this.#options, this);
  }

  /** The caller is gone: the service need not go on. */
  cancel(): void {
    this.#cancelled = true;
    clearTimeout(this.#pause);
    this.#encoder?.destroy();
    this.#controller?.abort(new Error('The caller is gone'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#cancelled) controller.abort(new Error('The caller is gone'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Interim answers are between the service and the gateway.
    if (status < 200) return;
    const { method, headers: asked } = this.#request;
    const encoding = encodingFor(method, String(asked['accept-encoding'] ?? ''), status, headers);
    beginAnswer(this.#request, this.#response, status, responseHeaders(headers, encoding));
    if (encoding) {
      this.#encoder = createEncoder(encoding).on('error', (error) => controller.abort(error));
      this.#encoder.pipe(this.#response);
    } else {
      this.#left = Number(headers['content-length']);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#left -= chunk.length;
    if (this.#left === 0) {
      // Head and body leave in one write when the body came in one piece.
      this.#response.end(chunk);
      return;
    }
    const sink = this.#encoder ?? this.#response;
    if (sink.write(chunk)) return;
    controller.pause();
    sink.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    if (!this.#response.writableEnded) (this.#encoder ?? this.#response).end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#cancelled) return;
    const pause = isRefused(error) && this.#isUnread() ? pauses[this.#refusals++] : undefined;
    if (pause !== undefined) {
      this.#pause = setTimeout(() => this.start(), pause);
      return;
    }
    if (this.#mayRetry(error)) {
      this.#retried = true;
      this.start();
      return;
    }
    this.#encoder?.destroy();
    this.#onFault(error);
  }

  /** Whether the body can still be sent as a whole. */
  #isUnread(): boolean {
    const { body } = this.#options;
    return !(body instanceof Readable) || !Readable.isDisturbed(body);
  }

  #mayRetry(error: Error): boolean {
    const whole = !(this.#options.body instanceof Readable);
    return (
      whole && isRepeatable(this.#options.method) && !this.#retried && !this.#response.headersSent && isBroken(error)
    );
  }
}
