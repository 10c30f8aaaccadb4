import type { IncomingMessage } from 'node:http';
import { apiPolicy, fixedHeaders, strictTransport } from '@nightshelf/contracts/headers.ts';
import { CodedError, invalid } from '../errors/coded-error.ts';
import { isSecureOrigin } from '../sessions/cookie.ts';

/** In order of preference: brotli's fast levels are both quicker and smaller than gzip's on JSON. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** Returns the best encoding that an Accept-Encoding header allows by name, or null. */
export function chooseEncoding(header = ''): Encoding | null {
  const allowed = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*/))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([name]) => name);
  return encodings.find((encoding) => allowed.includes(encoding)) ?? null;
}

const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Returns whether a request names exactly one host (RFC 9112, 3.2). Node only checks that one exists, uses the first of
 * several, and responds in its own format.
 */
export function namesItsHost({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersionMinor === 0;
  return host.test(headers.host) && isOnly(rawHeaders);
}

function isOnly(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}

const malformed = () => new CodedError(400, 'request.if_match', 'If-Match must be one version in quotes, or *.');

/** Versions that fit into PostgreSQL's integer. */
const version = /^"([1-9]\d{0,9})"$/;
const largest = 2_147_483_647;

/**
 * Returns the version that a change requires, from the If-Match header or the body's `if_version`.
 * @returns null for any version
 * @throws CodedError 400 for a malformed header, 422 when the two differ
 */
export function versionWanted(header: string | undefined, ifVersion?: number): number | null {
  if (header === undefined || header.trim() === '*') return ifVersion ?? null;
  const named = Number(version.exec(header.trim())?.[1]);
  if (!(named <= largest)) throw malformed();
  if (ifVersion !== undefined && ifVersion !== named) throw invalid({ if_version: ['Differs from If-Match'] });
  return named;
}

/** Returns whether an If-None-Match header names the tag, by weak comparison. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (given: string) => given.trim().replace(/^W\//, '');
  return header.split(',').some((given) => given.trim() === '*' || opaque(given) === opaque(tag));
}

/** Returns the security headers of API responses, names and values in turn. */
export const apiHeaders = (publicOrigin: string): readonly string[] => [
  ...headersOfAll(publicOrigin),
  'content-security-policy',
  apiPolicy,
];

/** Returns the security headers of pages and calls alike, names and values in turn. */
export const headersOfAll = (publicOrigin: string): readonly string[] =>
  isSecureOrigin(publicOrigin) ? [...fixedHeaders, 'strict-transport-security', strictTransport] : fixedHeaders;
