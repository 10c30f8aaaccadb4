import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { beginAnswer } from '../http/answer.ts';
import { type GatewayRequest, pathOf } from '../http/exchange.ts';
import { immutable, isAsset } from './assets.ts';
import type { Question } from './sibling-search.ts';
import { type Siblings, siblingHeader } from './siblings.ts';

/** Headers that describe the file; this gateway sets all others. */
const ofFile = ['content-type', 'content-length', 'content-encoding', 'etag', 'last-modified', 'vary'];

/**
 * Serves a file of another release from a sibling (ADR 52).
 * @returns false when nothing was sent: not an asset, a request by a sibling, or no sibling has it
 */
export async function serveFromSibling(
  siblings: Siblings,
  request: GatewayRequest,
  response: ServerResponse,
): Promise<boolean> {
  const path = pathOf(request);
  if (siblings.isEmpty || request.headers[siblingHeader] !== undefined || !isAsset(path)) return false;
  const controller = new AbortController();
  request.exchange.transfer = { cancel: () => controller.abort() };
  const encoding = request.headers['accept-encoding'];
  const question: Question = {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    headers: typeof encoding === 'string' ? { 'accept-encoding': encoding } : {},
  };
  const answer = await siblings.open(path, question, controller);
  if (!answer) return false;
  // The parser may have rejected later bytes on this connection and responded already.
  if (response.headersSent) {
    answer.body.on('error', () => undefined).destroy();
    return true;
  }
  const headers = ofFile.flatMap((name) => [answer.headers[name] ?? []].flat().flatMap((value) => [name, value]));
  beginAnswer(request, response, 200, [...headers, 'cache-control', immutable]);
  // A sibling that breaks off also ends this response early, which its declared length reveals.
  await pipeline(answer.body, response).catch(() => undefined);
  return true;
}
