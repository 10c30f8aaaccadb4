import type { IncomingHttpHeaders } from 'node:http';
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import { outsideHeader, requestTimeoutHeader, sessionUserHeader } from '@nightshelf/contracts/headers.ts';
import { clientAddressHeader } from '@nightshelf/platform/http/client.ts';
import { chooseEncoding, type Encoding } from '@nightshelf/platform/http/headers.ts';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { traceHeader } from '@nightshelf/platform/tracing/spans.ts';
import { callerAddress, type GatewayRequest } from '../http/exchange.ts';

const hopByHop = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Only the gateway sets these, so it drops them from callers. */
const ownRequestHeaders = [
  // Our API token; services receive the signed identity instead.
  'authorization',
  'expect',
  'forwarded',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
  'baggage',
  // These could make a service see another method or path than the gateway has checked.
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
  requestTimeoutHeader,
  traceHeader,
  'tracestate',
  clientAddressHeader,
  identityHeader,
];

const droppedFromRequests = new Set([...hopByHop, ...ownRequestHeaders]);

/**
 * Returns the headers for a service: name and value in turn.
 * @param trustedProxies when 0, drops the caller's own X-Forwarded-* headers
 */
export function requestHeaders(request: GatewayRequest, trustedProxies: number): string[] {
  const { headers, exchange, socket } = request;
  const named = namedByConnection(headers.connection);
  const list = ['x-request-id', exchange.requestId, clientAddressHeader, callerAddress(request, trustedProxies)];
  if (exchange.identity) list.push(identityHeader, exchange.identity);
  if (exchange.traceparent) list.push(traceHeader, exchange.traceparent);
  for (const name in headers) {
    if (droppedFromRequests.has(name) || named?.has(name)) continue;
    const value = headers[name];
    if (typeof value === 'string') list.push(name, value);
    else for (const one of value ?? []) list.push(name, one);
  }
  const direct = socket.remoteAddress ?? '';
  const before = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  list.push('x-forwarded-for', before ? `${before}, ${direct}` : direct);
  list.push('x-forwarded-proto', trusted(headers['x-forwarded-proto'], trustedProxies) ?? 'http');
  list.push('x-forwarded-host', trusted(headers['x-forwarded-host'], trustedProxies) ?? headers.host ?? '');
  return list;
}

const trusted = (value: string | string[] | undefined, trustedProxies: number) =>
  trustedProxies > 0 && value !== undefined ? String(value) : undefined;

/** Headers named by Connection are meant for the gateway only; most requests name none. */
function namedByConnection(connection: string | undefined): Set<string> | null {
  if (!connection || connection === 'keep-alive' || connection === 'close') return null;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

/** Only the gateway sets or reads these, so it drops them from services. */
const ownResponseHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'server',
  sessionUserHeader,
  'strict-transport-security',
  outsideHeader,
  'x-content-type-options',
  'x-powered-by',
  'x-request-id',
];

const droppedFromResponses = new Set([...hopByHop, ...ownResponseHeaders]);

/**
 * Returns the headers for the caller, name and value in turn. Defaults to no-store, since most responses are personal.
 * @param userId the session's user
 */
export function responseHeaders(
  headers: IncomingHttpHeaders,
  encoding: string | null,
  userId: string | null,
): string[] {
  const list: string[] = [];
  for (const name in headers) {
    if (droppedFromResponses.has(name)) continue;
    // Compression invalidates the length and ranges.
    if (encoding && (name === 'content-length' || name === 'accept-ranges' || name === 'vary')) continue;
    const value = headers[name];
    if (typeof value === 'string') list.push(name, value);
    else for (const one of value ?? []) list.push(name, one);
  }
  const kept = headers['cache-control'];
  if (kept === undefined) list.push('cache-control', 'no-store');
  if (userId !== null && !kept?.includes('max-age')) list.push(sessionUserHeader, userId);
  if (encoding) list.push('content-encoding', encoding, 'vary', varyWith(headers.vary));
  return list;
}

const varyWith = (vary: string | string[] | undefined) =>
  vary && !/accept-encoding|\*/i.test(String(vary)) ? `${vary}, accept-encoding` : String(vary ?? 'accept-encoding');

/** Smaller bodies fit into one packet uncompressed, in bytes. */
const compressFrom = 1024;

/**
 * Returns the encoding of a response; null when it is small, not JSON, partial (206), already compressed, or
 * no-transform.
 */
export function encodingFor(
  method: string | undefined,
  acceptEncoding: string | undefined,
  status: number,
  headers: IncomingHttpHeaders,
): Encoding | null {
  if (!acceptEncoding || method === 'HEAD' || status < 200 || status === 204 || status === 206 || status === 304)
    return null;
  if (headers['content-encoding'] || !headers['content-type']?.includes('json')) return null;
  if (headers['cache-control']?.includes('no-transform')) return null;
  const length = headers['content-length'];
  if (length !== undefined && Number(length) <= compressFrom) return null;
  return chooseEncoding(acceptEncoding);
}

/** Returns a fast compressor, about as fast as the network. It flushes only at the end. */
export function createEncoder(encoding: Encoding): BrotliCompress | Gzip {
  return encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } })
    : createGzip({ level: 2 });
}
