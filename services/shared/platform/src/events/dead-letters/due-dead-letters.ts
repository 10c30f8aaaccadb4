import type { Logger } from '../../logging/logger.ts';
import type { EventHandling } from '../inbox/handle-event.ts';
import { replayDeadLetter } from './replay-dead-letters.ts';

/** Most that are looked up at once. */
const batchSize = 100;

/**
 * Handles what waits for its time: events of types that this release knows and an earlier one did not, what was too
 * slow, what broke a contract that may have been widened since, and what an operator wants replayed. Again and again,
 * since in a rolling upgrade the release before goes on putting aside what it does not know.
 * @returns whether there may be more
 */
export async function replayDueDeadLetters(
  handling: EventHandling,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<boolean> {
  const ids = await due(handling);
  for (const id of ids) {
    if (signal.aborted) return false;
    const outcome = await replayDeadLetter(handling, id);
    logger.info({ deadLetter: id, outcome }, 'Replayed a dead letter');
  }
  return ids.length === batchSize;
}

/** In the order in which they came. */
async function due({ work, consumer, handlers }: EventHandling): Promise<string[]> {
  const rows = await work.query().execute<{ id: string }[]>(
    `select id from dead_letters
     where consumer = ? and replayed_at is null
       and (retry_at <= now() or (reason = 'unknown' and type in (?)))
     order by id limit ${batchSize}`,
    [consumer, [...handlers.keys()]],
  );
  return rows.map(({ id }) => id);
}
