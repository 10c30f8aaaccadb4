import type { IncomingHttpHeaders } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../src/http/answer.ts';
import { safeMethods } from '../src/http/exchange.ts';
import type { Policy } from './policy.ts';

const refusal = new CodedError(403, 'request.cross_origin', 'This request came from another site.');

/** Keeps other sites from acting in a visitor's name: their browsers say where a request comes from. */
export const crossOrigin: Policy = {
  name: 'cross-origin',
  create: ({ settings }) => {
    const publicOrigin = new URL(settings.PUBLIC_ORIGIN).origin;
    return (request, response, next) => {
      if (safeMethods.has(request.method ?? '') || isOwn(request.headers, publicOrigin)) next();
      else sendFailure(request, response, refusal);
    };
  },
};

/** Whether no other site stands behind the request; one with neither header comes from no browser. */
function isOwn(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return origin === publicOrigin || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host);
}
