import type { IncomingHttpHeaders } from 'node:http';

/**
 * The token in an `Authorization: Bearer` header; empty when there is none behind the word. Null without such a header:
 * other schemes mean nothing here. A token is never looked for in a URL, which ends up in logs and histories.
 */
export function bearerIn({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  const [scheme = '', token = '', ...more] = authorization?.trim().split(/ +/) ?? [];
  if (scheme.toLowerCase() !== 'bearer') return null;
  return more.length === 0 ? token : '';
}
