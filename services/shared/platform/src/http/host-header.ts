import type { IncomingMessage } from 'node:http';

const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Whether a request names the one host that it is for (RFC 9112, 3.2). Node looks only whether there is any, takes the first
 * of several, and answers in a form of its own.
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
