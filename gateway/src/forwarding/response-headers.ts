import type { IncomingHttpHeaders } from 'node:http';
import { sessionUserHeader } from '@nightshelf/contracts/expected-user.ts';
import { outsideHeader } from '@nightshelf/contracts/outside.ts';
import { hopByHop } from './request-headers.ts';

/** Only the gateway sets or reads these, so it drops them from services. */
const ours = [
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

const dropped = new Set([...hopByHop, ...ours]);

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
    if (dropped.has(name)) continue;
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
