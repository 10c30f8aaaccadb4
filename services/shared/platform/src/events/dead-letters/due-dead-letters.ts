import type { Logger } from '../../logging/logger.ts';
import type { EventHandling } from '../inbox/handle-event.ts';
import { replayDeadLetter } from './replay-dead-letters.ts';

const batchSize = 100;

/**
 * Handles the due dead letters: events that an earlier release did not know, timed-out ones, ones that broke a contract
 * which may be wider now, and replays that an operator requested. Repeated, because in a rolling upgrade the previous
 * release keeps adding events that it does not know.
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

/** In the order of their arrival. */
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
