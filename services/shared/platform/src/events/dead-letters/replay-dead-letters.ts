import type { EventBus } from '../bus.ts';
import { listDeadLetters } from './list-dead-letters.ts';

/** Nothing was put aside that fits what is to be replayed. */
export class NoSuchDeadLetterError extends Error {
  override name = 'NoSuchDeadLetterError';
}

/**
 * Publishes dead letters to their topic again. Twice is harmless: consumers know what they have handled.
 * @param eventId of one; all of the topic when it is not given
 * @returns how many events were published
 * @throws NoSuchDeadLetterError when there is none; another error when the bus does not take all of them
 */
export async function replayDeadLetters(bus: EventBus, topic: string, eventId?: string): Promise<number> {
  const letters = (await listDeadLetters(bus, topic)).filter((letter) => !eventId || letter.eventId === eventId);
  // Several consumers may have put the same event aside; all of them get it when it is published once.
  const originals = new Map(letters.map(({ original, eventId: id }) => [id || original.value, original]));
  if (originals.size === 0) {
    throw new NoSuchDeadLetterError(
      eventId ? `No dead letter ${eventId} of ${topic}.` : `No dead letters of ${topic}.`,
    );
  }
  const fault = (await bus.publish([...originals.values()])).find((outcome) => outcome !== undefined);
  if (fault) throw new Error(`Not everything could be published to ${topic}.`, { cause: fault });
  return originals.size;
}
