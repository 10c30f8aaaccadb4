import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventData, EventDefinition } from '@nightshelf/contracts/events/event.ts';
import type { LiveNotification } from '@nightshelf/contracts/live.ts';

export interface Published {
  readonly version: number;
  readonly republished?: true | undefined;
  readonly snapshot?: number | undefined;
}

export interface Transaction {
  readonly em: EntityManager;
  /**
   * Records an event that is published if and only if this transaction commits.
   * @param version the subject's version after the change: 1 for the first, then one more for each change
   * @param republished true when the event repeats the current state and nothing has changed
   * @param snapshot number of the snapshot that the event belongs to
   */
  publish<Definition extends EventDefinition>(
    definition: Definition,
    event: Published & { readonly data: EventData<Definition> },
  ): void;
  /** Notifies open clients after the commit, best effort: a notification may be lost, late or duplicated. */
  notifyClients(notification: LiveNotification): void;
}
