import { catalogCalls, type RowCandidates } from '@nightshelf/contracts';
import { route, type Work } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { offlineCandidates } from './offline-candidates.ts';
import { publishCandidates } from './publish-candidates.ts';

export function candidateRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, catalogCalls.findCandidates, async ({ body }) => {
    const stored = await offlineCandidates(work.query(), body.rows);
    const rows = stored.map(
      ({ byId, named, near }): RowCandidates => ({ by_id: byId, named: [...named], near: [...near], asked: true }),
    );
    await publishCandidates(work, rows);
    return { success: true, message: 'These games may be meant.', rows, retry_after_seconds: null };
  });
}
