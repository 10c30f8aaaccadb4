import type { EventData, EventDefinition } from '@nightshelf/contracts/events/event.ts';
import type { Transaction } from '../database/transaction.ts';

export interface HandledEvent<Definition extends EventDefinition> extends Transaction {
  readonly data: EventData<Definition>;
  /** The subject's version after the change that the event tells of. */
  readonly version: number;
  /** When it was recorded by its owner. */
  readonly time: Date;
  /** Whether it tells again of what is, and not of a change that was just made; releases before this one never say so. */
  readonly republished: boolean;
}

/** A consumer's reaction to one kind of event. Its effect and the inbox record are one transaction. */
export interface EventHandler {
  readonly definition: EventDefinition;
  readonly handle: (event: HandledEvent<EventDefinition>) => Promise<void>;
}

/**
 * Reacts to an event. `handle` runs at most once per event, never for a version that its subject has already passed;
 * what it throws is tried again, and in the end put aside as a dead letter.
 */
export function on<Definition extends EventDefinition>(
  definition: Definition,
  handle: (event: HandledEvent<Definition>) => Promise<void>,
): EventHandler {
  return { definition, handle: handle as EventHandler['handle'] };
}
