import type { Transaction } from '../../database/transaction.ts';
import type { Work } from '../../database/work.ts';
import { admitSnapshot } from '../projections/admit-snapshot.ts';
import type { Projection } from '../projections/projection.ts';
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
  /** The copies that snapshots verify. */
  readonly projections?: readonly Projection[];
}

/** Writes the inbox record and runs the effect in the given transaction. */
export async function handleEvent(
  { consumer, timeoutMs, projections = [] }: EventHandling,
  transaction: Transaction,
  topic: string,
  { event, data, handler }: ParsedEvent,
): Promise<Extract<Outcome, 'handled' | 'duplicate' | 'passed'>> {
  return within(timeoutMs, async () => {
    const projection = event.snapshot ? projections.find((one) => one.topic === topic) : undefined;
    const admitting = { consumer, topic, timeoutMs };
    const admission = projection
      ? await admitSnapshot(transaction.em, admitting, projection, event, data)
      : await admit(transaction.em, admitting, event);
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
