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
    const publicOrigin = new URL(settings.PUBLIC_ORIGIN).origin;
    return (request, response, next) => {
      const { method = '', headers } = request;
      if (safeMethods.has(method) || isFromOwnSite(headers, publicOrigin) || isByTokenAlone(headers)) next();
      else sendFailure(request, response, refusal);
    };
  },
};

/** Whether the request comes from our own pages, or from no browser at all: every browser sends one of the two headers. */
function isFromOwnSite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return origin === publicOrigin || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host);
}

/** Whether only an API token speaks for the user: nothing that a browser adds by itself, which is what other sites could use. */
const isByTokenAlone = (headers: IncomingHttpHeaders) => headers.cookie === undefined && bearerIn(headers) !== null;
