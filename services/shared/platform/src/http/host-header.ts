import type { IncomingMessage } from 'node:http';

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
