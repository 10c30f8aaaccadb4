import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { requestTimeoutHeader } from '@nightshelf/contracts/idempotency.ts';
import { outsideHeader } from '@nightshelf/contracts/outside.ts';
import type { Dispatcher, Pool } from 'undici';
import { beginAnswer } from '../http/answer.ts';
import type { GatewayRequest } from '../http/exchange.ts';
import { createEncoder, encodingFor } from './compression.ts';
import { Resends } from './resends.ts';
import { responseHeaders } from './response-headers.ts';
import { isNotReached, late } from './upstream-fault.ts';

export interface ForwardedRequest {
  readonly method: string;
  readonly path: string;
  /** Name and value in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer | null;
  /** Whether the service does the work only once when it receives the request twice. */
  readonly isRepeatable: boolean;
  readonly timeoutMs: number;
}

/** The service gets a shorter timeout than the gateway's own, since its response needs time to arrive. */
const answerMarginMs = 250;

/** A request that waits longer for a connection gets the waiting time on top of its timeout. */
const queuedMs = 50;

/** Sends one request to a service, resends it if necessary, and streams the response at the caller's pace. */
export class Transfer implements Dispatcher.DispatchHandler {
  readonly #pool: Pool;
  readonly #forwarded: ForwardedRequest;
  readonly #request: GatewayRequest;
  readonly #response: ServerResponse;
  readonly #onFault: (error: Error) => void;
  readonly #resends: Resends;
  #controller: Dispatcher.DispatchController | null = null;
  #encoder: Transform | null = null;
  /** Bytes of the body still to come; NaN when the service declared no length. */
  #left = Number.NaN;
  /** Deadline of the response, by performance.now(). */
  #endsAt = 0;
  #deadline: NodeJS.Timeout | undefined;
  #sentAt = 0;
  #pause: NodeJS.Timeout | undefined;
  /** The last connection error; null once the service was reached. */
  #notReached: Error | null = null;
  #ended = false;

  constructor(
    pool: Pool,
    forwarded: ForwardedRequest,
    request: GatewayRequest,
    response: ServerResponse,
    onFault: (error: Error) => void,
  ) {
    this.#pool = pool;
    this.#forwarded = forwarded;
    this.#request = request;
    this.#response = response;
    this.#onFault = onFault;
    this.#resends = new Resends(forwarded.isRepeatable);
  }

  start(): void {
    this.#waitFor(this.#forwarded.timeoutMs);
    this.#send();
  }

  /** Cancels the request when the caller leaves. */
  cancel(): void {
    this.#end(new Error('The caller is gone'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here prevents the request without closing the connection.
    if (this.#ended) throw new Error('Nobody waits for it any more');
    this.#controller = controller;
    this.#notReached = null;
    // The service's timeout starts now, so the gateway's deadline moves by the time spent in the queue.
    const queued = performance.now() - this.#sentAt;
    if (queued > queuedMs) this.#waitFor(this.#endsAt - performance.now() + queued);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Interim responses (1xx) are not for the caller.
    if (status < 200) return;
    clearTimeout(this.#deadline);
    const { method, headers: asked, exchange } = this.#request;
    exchange.outside = outsideHeader in headers;
    const encoding = encodingFor(method, String(asked['accept-encoding'] ?? ''), status, headers);
    const { session } = exchange;
    const list = responseHeaders(headers, encoding, session && !session.scopes ? session.userId : null);
    // This instance is stopping; a new connection may reach another gateway.
    if (status === 503 && headers.connection === 'close') list.push('connection', 'close');
    beginAnswer(this.#request, this.#response, status, list);
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
      // Sends a body that came in one piece in one write with its headers.
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
    if (this.#ended) return;
    this.#controller = null;
    const pause = this.#response.headersSent ? null : this.#resends.pauseAfter(error);
    if (pause === null || performance.now() + pause + answerMarginMs >= this.#endsAt) {
      this.#end(error);
      this.#onFault(error);
      return;
    }
    if (isNotReached(error)) this.#notReached = error;
    if (pause === 0) this.#send();
    else this.#pause = setTimeout(() => this.#send(), pause);
  }

  #send(): void {
    const { method, path, headers, body } = this.#forwarded;
    this.#sentAt = performance.now();
    const told = Math.max(1, Math.floor(this.#endsAt - this.#sentAt - answerMarginMs));
    this.#pool.dispatch(
      { method, path, headers: [...headers, requestTimeoutHeader, String(told)], body, headersTimeout: 0 },
      this,
    );
  }

  #waitFor(milliseconds: number): void {
    clearTimeout(this.#deadline);
    this.#endsAt = performance.now() + milliseconds;
    this.#deadline = setTimeout(() => {
      const fault = this.#notReached ?? late();
      this.#end(fault);
      this.#onFault(fault);
    }, milliseconds);
  }

  #end(reason: Error): void {
    this.#ended = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#pause);
    this.#encoder?.destroy();
    // Closes the connection, which makes the service stop.
    this.#controller?.abort(reason);
  }
}
