import { createHash } from 'node:crypto';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { drawCover } from './draw-cover.ts';

/**
 * Browsers cache a cover for a month: it depends on the name alone, and changes only with a release that draws
 * differently.
 */
const cacheControl = 'public, max-age=2592000, stale-while-revalidate=31536000';

export function coverRoutes(app: FastifyInstance): void {
  route(app, catalogCalls.drawCover, async ({ query: { name }, request, reply }) => {
    const svg = drawCover(name);
    const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': cacheControl, etag });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    // Prevents scripts in an SVG that is opened by itself.
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .type('image/svg+xml')
      .send(svg);
  });
}
