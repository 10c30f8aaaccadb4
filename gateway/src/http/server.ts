import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { CodedError, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { lingerAfterEarlyAnswers } from '@nightshelf/platform/http/early-answer.ts';
import { namesItsHost } from '@nightshelf/platform/http/headers.ts';
import { answerParserFailures } from '@nightshelf/platform/http/parser-failures.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { beginSpan, currentTraceparent } from '@nightshelf/platform/tracing/spans.ts';
import { context } from '@opentelemetry/api';
import type { GatewayMetrics } from '../metrics.ts';
import { canonicalTarget } from './canonical-target.ts';
import { beginExchange, type Exchange, type GatewayRequest, type Next } from './exchange.ts';
import { sendFailure } from './response.ts';

/** An express application; it calls `done` when no handler responded. */
type Application = (request: IncomingMessage, response: ServerResponse, done: Next) => void;

/** Longer than proxies in front reuse an idle connection, so that they never write to a closing one. */
const keepAliveMs = 72_000;

const requestTimeoutMs = 30_000;

const malformed = new CodedError(400, 'request.malformed', 'The request could not be understood.');

/** In characters. */
const longestTarget = 8192;

const tooLongTarget = new CodedError(414, 'request.uri_too_long', 'The address of the request is too long.');

interface ServerOptions {
  readonly metrics: GatewayMetrics;
  readonly logger: Logger;
  readonly traced: boolean;
  /** Names and values in turn, for requests rejected before any policy. */
  readonly securityHeaders: readonly string[];
}

/** Wraps express-gateway's server in our own listener, which adds metrics, an access log and our error format. */
export function wrapServer(server: Server, options: ServerOptions): void {
  const [application] = server.listeners('request') as Application[];
  if (!application) throw new Error('The server of express-gateway has no request listener');
  server.removeAllListeners('request');
  server.on('request', listener(application, options));
  lingerAfterEarlyAnswers(server);
  answerParserFailures(server, options.securityHeaders);
  // The listener checks the Host header itself.
  Object.assign(server, { requireHostHeader: false });
  server.keepAliveTimeout = keepAliveMs;
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = requestTimeoutMs;
}

function listener(application: Application, options: ServerOptions): RequestListener {
  const { metrics, logger, traced, securityHeaders } = options;
  const logsAccess = logger.isLevelEnabled('debug');
  return (incoming, response) => {
    const request = incoming as GatewayRequest;
    const exchange = beginExchange();
    request.exchange = exchange;
    const url = incoming.url ?? '';
    if (traced) traceExchange(request, response);
    response.once('close', () => {
      if (!response.writableFinished) exchange.transfer?.cancel();
      const milliseconds = performance.now() - exchange.startedAt;
      // 499: the caller left before the response was complete.
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.answered(exchange, status, milliseconds);
      if (logsAccess)
        logger.debug({ ...namesOf(exchange), method: incoming.method, url, status, milliseconds }, 'Answered');
    });
    const fault = prepare(request);
    if (fault) {
      exchange.requestId = randomUUID();
      exchange.headers.push(...securityHeaders, 'x-request-id', exchange.requestId);
      return sendFailure(request, response, fault);
    }
    application(incoming, response, (error) => {
      if (error === undefined || error === null) {
        return sendFailure(request, response, notFound('request.not_found', 'Not found.'));
      }
      sendFailure(request, response, failureOf(error, logger, exchange));
    });
  };
}

/** Canonicalizes the request's target. @returns the reason to reject it, or null */
function prepare(request: GatewayRequest): CodedError | null {
  const { url = '' } = request;
  if (!namesItsHost(request)) return malformed;
  if (url.length > longestTarget) return tooLongTarget;
  const target = canonicalTarget(url);
  if (target === null) return malformed;
  request.url = target;
  return null;
}

/** Starts a new trace and ignores the caller's trace header. */
function traceExchange({ method = '', exchange }: GatewayRequest, response: ServerResponse): void {
  const { span, within } = beginSpan({ name: method, kind: 'server', attributes: { 'http.request.method': method } });
  exchange.traceparent = context.with(within, currentTraceparent) ?? null;
  response.once('close', () => {
    span.updateName(`${method} ${exchange.route}`);
    span.setAttributes({ 'http.response.status_code': response.statusCode, 'request.id': exchange.requestId });
    span.end();
  });
}

/** Log fields that link a request's lines here and in the services. */
const namesOf = ({ requestId, traceparent }: Exchange) => ({
  request_id: requestId,
  ...(traceparent && { trace_id: traceparent.split('-')[1] }),
});

function failureOf(error: unknown, logger: Logger, exchange: Exchange): CodedError {
  if (error instanceof CodedError) return error;
  // Express throws it for URLs that cannot be decoded.
  if (error instanceof Error && 'status' in error && error.status === 400) return malformed;
  logger.error({ err: error, ...namesOf(exchange) }, 'A policy failed');
  return new CodedError(500, 'gateway.failed', 'Something went wrong. Please try again.', { cause: error });
}
