import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import {
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  outsideHeader,
  requestTimeoutHeader,
} from '@nightshelf/contracts/headers.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Dispatcher, Pool } from 'undici';
import { createEncoder, encodingFor, requestHeaders, responseHeaders } from '../src/forwarding/headers.ts';
import { type GatewayRequest, returnPoint, safeMethods } from '../src/http/exchange.ts';
import { beginResponse, sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';

/** No connection was made, so the service never received the request. */
const unreached = new Set([
  'ECONNREFUSED',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The connection broke: the instance died or was closing it. */
const broken = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** Returns the codes of an error and of the errors in an AggregateError, which has one per address. */
const codesOf = (error: Error): string[] => [
  codeOf(error),
  ...(error instanceof AggregateError ? error.errors : []).filter((reason) => reason instanceof Error).map(codeOf),
];

/** Returns the error for a failed service response: 503 when unreachable, 504 when late, 502 otherwise. */
function upstreamFault(error: Error): CodedError {
  if (error instanceof CodedError) return error;
  if (isNotReached(error)) {
    return new CodedError(503, 'gateway.unavailable', 'This part of Nightshelf is restarting. Please try again.', {
      cause: error,
      headers: { 'retry-after': '2' },
    });
  }
  return new CodedError(502, 'gateway.bad_answer', 'Something went wrong. Please try again.', { cause: error });
}

export const late = () => new CodedError(504, 'gateway.timeout', 'This took too long. Please try again.');

/** Returns whether no connection was made, so the service never received the request. */
const isNotReached = (error: Error): boolean => codesOf(error).some((code) => unreached.has(code));

/**
 * Pauses in milliseconds before retrying an unreachable service: its instance died but is still listed, or is being
 * replaced.
 */
const connectRetryPausesMs = [50, 100, 200, 400, 800];

/**
 * Pauses in milliseconds before resending after a broken connection. All connections to a dead instance break, so the
 * next one from the pool may be dead too.
 */
const resendPausesMs = [0, 50];

/**
 * Decides whether a request may be resent, and adds an idempotency key to an unsafe request without one. The service
 * rejects malformed keys.
 */
function intentOf({ method = 'GET', headers }: Pick<GatewayRequest, 'method' | 'headers'>) {
  const given = headers[idempotencyKeyHeader];
  if (safeMethods.has(method)) return { headers: [], isRepeatable: true };
  if (given === undefined) return { headers: [idempotencyKeyHeader, randomUUID()], isRepeatable: true };
  return { headers: [], isRepeatable: idempotencyKeyPattern.test(String(given)) };
}

interface ForwardedRequest {
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
const responseMarginMs = 250;

/** A request that waits longer for a connection gets the waiting time on top of its timeout. */
const queuedMs = 50;

interface TransferParts {
  readonly pool: Pool;
  readonly forwarded: ForwardedRequest;
  readonly request: GatewayRequest;
  readonly response: ServerResponse;
  readonly onFault: (error: Error) => void;
}

/** Sends one request to a service, resends it if necessary, and streams the response at the caller's pace. */
class Transfer implements Dispatcher.DispatchHandler {
  readonly #parts: TransferParts;
  #connectRetries = 0;
  #resends = 0;
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

  constructor(parts: TransferParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#waitFor(this.#parts.forwarded.timeoutMs);
    this.#send();
  }

  cancel(): void {
    this.#end(new Error('The caller has disconnected'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here prevents the request without closing the connection.
    if (this.#ended) throw new Error('The caller has disconnected');
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
    const { method, headers: requested, exchange } = this.#parts.request;
    exchange.outside = outsideHeader in headers;
    const encoding = encodingFor(method, String(requested['accept-encoding'] ?? ''), status, headers);
    const { session } = exchange;
    const list = responseHeaders(headers, encoding, session && !session.scopes ? session.userId : null);
    // This instance is stopping; a new connection may reach another gateway.
    if (status === 503 && headers.connection === 'close') list.push('connection', 'close');
    beginResponse(this.#parts.request, this.#parts.response, status, list);
    if (encoding) {
      this.#encoder = createEncoder(encoding).on('error', (error) => controller.abort(error));
      this.#encoder.pipe(this.#parts.response);
    } else {
      this.#left = Number(headers['content-length']);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#left -= chunk.length;
    if (this.#left === 0) {
      // Sends a body that came in one piece in one write with its headers.
      this.#parts.response.end(chunk);
      return;
    }
    const sink = this.#encoder ?? this.#parts.response;
    if (sink.write(chunk)) return;
    controller.pause();
    sink.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    if (!this.#parts.response.writableEnded) (this.#encoder ?? this.#parts.response).end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#ended) return;
    this.#controller = null;
    const pause = this.#parts.response.headersSent ? undefined : this.#pauseAfter(error);
    if (pause === undefined || performance.now() + pause + responseMarginMs >= this.#endsAt) {
      this.#end(error);
      this.#parts.onFault(error);
      return;
    }
    if (isNotReached(error)) this.#notReached = error;
    if (pause === 0) this.#send();
    else this.#pause = setTimeout(() => this.#send(), pause);
  }

  /** Returns the pause before a resend; undefined when the request must not be resent. */
  #pauseAfter(error: Error): number | undefined {
    if (isNotReached(error)) return connectRetryPausesMs[this.#connectRetries++];
    const isBroken = broken.has(codeOf(error));
    return this.#parts.forwarded.isRepeatable && isBroken ? resendPausesMs[this.#resends++] : undefined;
  }

  #send(): void {
    const { method, path, headers, body } = this.#parts.forwarded;
    this.#sentAt = performance.now();
    const timeoutMs = Math.max(1, Math.floor(this.#endsAt - this.#sentAt - responseMarginMs));
    this.#parts.pool.dispatch(
      { method, path, headers: [...headers, requestTimeoutHeader, String(timeoutMs)], body, headersTimeout: 0 },
      this,
    );
  }

  #waitFor(milliseconds: number): void {
    clearTimeout(this.#deadline);
    this.#endsAt = performance.now() + milliseconds;
    this.#deadline = setTimeout(() => {
      const fault = this.#notReached ?? late();
      this.#end(fault);
      this.#parts.onFault(fault);
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

/**
 * Forwards the request to `service`, or to the service that the endpoint is named after. `timeout` is in seconds; a
 * call's contract can override it.
 */
export const forward: Policy<{ timeout: number; service?: string }> = {
  name: 'forward',
  properties: { timeout: { type: 'number', exclusiveMinimum: 0 }, service: { type: 'string' } },
  create:
    ({ settings, upstreams, logger, metrics }, { timeout, service }) =>
    (request, response, next) => {
      const { exchange, method = 'GET', url = '/' } = request;
      const pool = upstreams.get(service ?? exchange.route);
      if (!pool) return next(new Error(`No service is named ${service ?? exchange.route}`));
      const fail = (error: Error) => {
        const fault = upstreamFault(error);
        // The service did no work, so callers who retried while it was down must not hit its limits.
        if (isNotReached(error)) exchange.charged.forEach(returnPoint);
        if (fault.status >= 500) {
          metrics.upstreamFaults.inc({ service: exchange.route, code: fault.code });
          logger.warn({ err: error, service: exchange.route, requestId: exchange.requestId }, fault.code);
        }
        sendFailure(request, response, fault);
      };
      // The caller may have left while earlier policies awaited Redis or the body.
      if (response.destroyed) return;
      const { headers, isRepeatable } = intentOf(request);
      const forwarded: ForwardedRequest = {
        method,
        path: url,
        headers: requestHeaders(request, settings.TRUST_PROXY).concat(headers),
        body: exchange.body,
        isRepeatable,
        timeoutMs: (exchange.endpoint?.timeoutSeconds ?? timeout) * 1000,
      };
      const transfer = new Transfer({ pool, forwarded, request, response, onFault: fail });
      exchange.transfer = transfer;
      transfer.start();
    },
};
