import type { Transaction } from '../../database/transaction.ts';
import type { Work } from '../../database/work.ts';
import type { Outcome } from './consumer-metrics.ts';
import { admit } from './inbox.ts';
import type { EventKnowledge, ParsedEvent } from './parse-event.ts';
import { within } from './time-limit.ts';

/** What is needed to handle an event or a dead letter. */
export interface EventHandling extends EventKnowledge {
  /** The service. */
  readonly consumer: string;
  readonly work: Work;
  /** Time limit of a handler. */
  readonly timeoutMs: number;
}

/** Writes the inbox record and runs the effect in the given transaction. */
export async function handleEvent(
  { consumer, timeoutMs }: EventHandling,
  transaction: Transaction,
  topic: string,
  { event, data, handler }: ParsedEvent,
): Promise<Extract<Outcome, 'handled' | 'duplicate' | 'passed'>> {
  return within(timeoutMs, async () => {
    const admission = await admit(transaction.em, { consumer, topic, timeoutMs }, event);
    if (admission !== 'new') return admission;
    await handler.handle({
      ...transaction,
      data,
      version: event.aggregateversion,
      time: new Date(event.time),
      republished: event.republished ?? false,
    });
    return 'handled';
  });
}
