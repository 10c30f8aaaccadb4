import type { EventData, EventDefinition } from '@nightshelf/contracts/events/event.ts';
import type { Transaction } from '../database/transaction.ts';

export interface HandledEvent<Definition extends EventDefinition> extends Transaction {
  readonly data: EventData<Definition>;
  /** The subject's version after the change. */
  readonly version: number;
  /** When the owner recorded the event. */
  readonly time: Date;
  /** Whether the event repeats the current state instead of a new change; earlier releases never set it. */
  readonly republished: boolean;
}

/** A consumer's reaction to one event type. Its effect and the inbox record are one transaction. */
export interface EventHandler {
  readonly definition: EventDefinition;
  readonly handle: (event: HandledEvent<EventDefinition>) => Promise<void>;
}

/**
 * Defines a reaction. `handle` runs at most once per event, and never for a version older than its subject's current
 * one. A failed event is retried and finally becomes a dead letter.
 */
export function on<Definition extends EventDefinition>(
  definition: Definition,
  handle: (event: HandledEvent<Definition>) => Promise<void>,
): EventHandler {
  return { definition, handle: handle as EventHandler['handle'] };
}
