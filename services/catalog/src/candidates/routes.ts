import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { CandidateRow, RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { KnownGames } from '../games/known-games.ts';
import { askProviders } from './ask-providers.ts';
import { offlineCandidates, type StoredCandidates } from './offline-candidates.ts';
import { publishCandidates } from './publish-candidates.ts';

interface Parts {
  readonly work: Work;
  readonly known: KnownGames;
}

export function candidateRoutes(app: FastifyInstance, parts: Parts): void {
  const { work, known } = parts;
  route(app, catalogCalls.findCandidates, async ({ body: { rows, ask_provider }, identity: { userId } }) => {
    let stored = await offlineCandidates(work.query(), rows);
    const left = new Map(rows.flatMap((row, at) => (isAnswered(row, stored[at]) ? [] : [[at, row] as const])));
    let later: ReadonlySet<number> = new Set();
    let retryAfterSeconds: number | null = null;
    if (ask_provider && left.size > 0 && !known.providers.isEmpty) {
      const answer = await askProviders(parts, left, { kind: 'request', userId });
      later = new Set([...left.keys()].filter((at) => !answer.asked.has(at)));
      retryAfterSeconds = answer.retryAfterSeconds;
      stored = await offlineCandidates(work.query(), rows);
    } else if (!ask_provider && !known.providers.isEmpty) later = new Set(left.keys());
    const answers = stored.map(
      ({ byId, named, near }, at): RowCandidates => ({
        by_id: byId,
        named: [...named],
        near: [...near],
        asked: !later.has(at),
      }),
    );
    await publishCandidates(work, answers);
    const retry_after_seconds = later.size > 0 ? retryAfterSeconds : null;
    return { success: true, message: 'Possible matches.', rows: answers, retry_after_seconds };
  });
}

/**
 * Returns whether a stored game matches by id, or by name and year. A provider may know more than the least prominent
 * catalogue entries.
 */
function isAnswered({ year, id, title }: CandidateRow, stored: StoredCandidates | undefined): boolean {
  if (!stored) return true;
  if (stored.byId !== null || (title === null && id === null)) return true;
  return stored.named.some((game) =>
    year === null ? game.prominence > 0 : game.year !== null && Math.abs(game.year - year) <= 1,
  );
}
