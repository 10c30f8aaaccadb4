import type { Logger } from '../../logging/logger.ts';
import { pause } from '../delivery/redelivery.ts';
import type { EventHandling } from '../inbox/handle-event.ts';
import { replayDeadLetter } from './replay-dead-letters.ts';

/** Most that are looked up at once. */
const batchSize = 100;

/**
 * Handles what waits for its time: events of types that this release knows and an earlier one did not, what was too
 * slow, and what an operator wants replayed. Again and again, since in a rolling upgrade the release before goes on
 * putting aside what it does not know.
 */
export async function replayDueDeadLetters(
  handling: EventHandling,
  { logger, signal, everyMs }: { readonly logger: Logger; readonly signal: AbortSignal; readonly everyMs: number },
): Promise<void> {
  while (!signal.aborted) {
    try {
      const ids = await due(handling);
      for (const id of ids) {
        if (signal.aborted) return;
        const outcome = await replayDeadLetter(handling, id);
        logger.info({ deadLetter: id, outcome }, 'Replayed a dead letter');
      }
      if (ids.length < batchSize) await pause(everyMs, signal);
    } catch (error) {
      logger.debug({ err: error }, 'Could not look after dead letters');
      await pause(everyMs, signal);
    }
  }
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
