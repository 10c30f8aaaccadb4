import type { IncomingHttpHeaders } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { bearerIn } from '../src/api-tokens/bearer.ts';
import { sendFailure } from '../src/http/answer.ts';
import { safeMethods } from '../src/http/exchange.ts';
import type { Policy } from './policy.ts';

const refusal = new CodedError(403, 'request.cross_origin', 'This request came from another site.');

/** Keeps other sites from acting in a user's name: browsers tell which site a request comes from. */
export const crossOrigin: Policy = {
  name: 'cross-origin',
  create: ({ settings }) => {
    const publicOrigin = new URL(settings.PUBLIC_ORIGIN);
    return (request, response, next) => {
      const { method = '', headers } = request;
      if (safeMethods.has(method) || isFromOwnSite(headers, publicOrigin) || isByTokenAlone(headers)) next();
      else sendFailure(request, response, refusal);
    };
  },
};

/**
 * Whether the request comes from our own pages, or from no browser at all: every browser sends one of the two headers, and
 * what it sends of them must agree. A page without an origin (`null`) is nobody's.
 */
function isFromOwnSite({ 'sec-fetch-site': site, origin, host = '' }: IncomingHttpHeaders, publicOrigin: URL): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined || origin === publicOrigin.origin) return true;
  // The name by which this request came may be another one than the public one. Its scheme may not, unless the browser itself
  // has compared: over HTTPS nobody but the public origin's proxy knows of the scheme.
  const schemes = site === 'same-origin' ? ['http:', 'https:'] : [publicOrigin.protocol];
  return schemes.some((scheme) => origin === originOf(scheme, host));
}

const originOf = (scheme: string, host: string) =>
  URL.canParse(`${scheme}//${host}`) ? new URL(`${scheme}//${host}`).origin : null;

/** Whether only an API token speaks for the user: nothing that a browser adds by itself, which is what other sites could use. */
const isByTokenAlone = (headers: IncomingHttpHeaders) => headers.cookie === undefined && bearerIn(headers) !== null;
