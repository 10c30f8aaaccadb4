import type { IncomingHttpHeaders } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { safeMethods } from '../src/http/exchange.ts';
import { sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';
import { bearerIn } from './session.ts';

const refusal = new CodedError(403, 'request.cross_origin', 'This request came from another site.');

/** Rejects unsafe requests that other sites make with a user's cookies, judging by the headers that browsers send. */
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

/** Returns whether the request comes from our own pages or from a non-browser client; both headers must agree. */
function isFromOwnSite({ 'sec-fetch-site': site, origin, host = '' }: IncomingHttpHeaders, publicOrigin: URL): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined || origin === publicOrigin.origin) return true;
  // The host may differ from the public one. Only same-origin browser requests may differ in scheme, which the gateway
  // cannot see.
  const schemes = site === 'same-origin' ? ['http:', 'https:'] : [publicOrigin.protocol];
  return schemes.some((scheme) => origin === originOf(scheme, host));
}

const originOf = (scheme: string, host: string) =>
  URL.canParse(`${scheme}//${host}`) ? new URL(`${scheme}//${host}`).origin : null;

/**
 * Returns whether only an API token identifies the user. Browsers add cookies automatically, which other sites can
 * exploit, but never a token.
 */
const isByTokenAlone = (headers: IncomingHttpHeaders) => headers.cookie === undefined && bearerIn(headers) !== null;
