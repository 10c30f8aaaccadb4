import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventData, EventDefinition } from '@nightshelf/contracts/events/event.ts';
import type { Hint } from '@nightshelf/contracts/live.ts';

/** What happens inside one database transaction. */
export interface Transaction {
  readonly em: EntityManager;
  /**
   * Records an event that is published if, and only if, this transaction commits.
   * @param version the subject's version after the change: 1 for the first, one more for each change
   * @param republished nothing has changed: what there is is told again
   */
  publish<Definition extends EventDefinition>(
    definition: Definition,
    event: { readonly data: EventData<Definition>; readonly version: number; readonly republished?: true },
  ): void;
  /**
   * Tells whoever has it on a screen that something has changed, after this transaction has committed and as well as it goes:
   * a hint may be lost, late or doubled, and nobody waits for it.
   */
  tell(hint: Hint): void;
}
