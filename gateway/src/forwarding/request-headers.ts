import { requestTimeoutHeader } from '@nightshelf/contracts/idempotency.ts';
import { clientAddressHeader } from '@nightshelf/platform/http/client-address.ts';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { traceHeader } from '@nightshelf/platform/tracing/spans.ts';
import { callerAddress } from '../http/client-address.ts';
import type { GatewayRequest } from '../http/exchange.ts';

export const hopByHop = [
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
const ours = [
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

const dropped = new Set([...hopByHop, ...ours]);

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
    if (dropped.has(name) || named?.has(name)) continue;
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
