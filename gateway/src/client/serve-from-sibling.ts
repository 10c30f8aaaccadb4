import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { beginAnswer } from '../http/answer.ts';
import { type GatewayRequest, pathOf } from '../http/exchange.ts';
import { immutable, isAsset } from './assets.ts';
import type { Question } from './sibling-search.ts';
import { type Siblings, siblingHeader } from './siblings.ts';

/** What a sibling's answer says of a file; all other headers are this gateway's own. */
const ofFile = ['content-type', 'content-length', 'content-encoding', 'etag', 'last-modified', 'vary'];

/**
 * Answers with a file of another release, which a sibling may have (ADR 52).
 * @returns false when nothing was sent: it is no asset, a sibling itself asks for it, or nobody has it
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
  // Bytes that cannot be read may have followed meanwhile, and have been answered.
  if (response.headersSent) {
    answer.body.on('error', () => undefined).destroy();
    return true;
  }
  const headers = ofFile.flatMap((name) => [answer.headers[name] ?? []].flat().flatMap((value) => [name, value]));
  beginAnswer(request, response, 200, [...headers, 'cache-control', immutable]);
  // When the sibling breaks off, so does this answer: its length was told.
  await pipeline(answer.body, response).catch(() => undefined);
  return true;
}
