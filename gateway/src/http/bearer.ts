import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the token of an `Authorization: Bearer` header, '' when malformed, null otherwise. Never reads the URL, which
 * ends up in logs.
 */
export function bearerIn({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  const [scheme = '', token = '', ...more] = authorization?.trim().split(/ +/) ?? [];
  if (scheme.toLowerCase() !== 'bearer') return null;
  return more.length === 0 ? token : '';
}
