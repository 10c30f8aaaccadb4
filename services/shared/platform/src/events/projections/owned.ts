import type { AnyEntity, EntityName, FilterQuery } from '@mikro-orm/core';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { EventDefinition } from '@nightshelf/contracts/events/event.ts';
import type { SnapshotTopic } from '@nightshelf/contracts/events/snapshots.ts';
import type { NextPage } from '../../paging/pages.ts';

/** A subject of a service as it publishes it. */
export interface OwnedSubject {
  /** The event that describes the subject's current state. */
  readonly event: EventDefinition;
  readonly data: unknown;
  readonly version: number;
  /** True for a removed subject; the event then reports its removal. */
  readonly removed?: boolean;
}

/** Subjects that are stored in the same way: existing ones, or the records of removed ones. */
export interface OwnedPart {
  /** Reads the subjects after one, in their order, and locks their rows until the transaction ends. */
  read(em: EntityManager, page: NextPage): Promise<OwnedSubject[]>;
}

/** All subjects that a service publishes on one topic. Only one part holds existing subjects. */
export interface OwnedTopic {
  readonly topic: SnapshotTopic;
  readonly parts: readonly OwnedPart[];
}

/**
 * Subjects that are entities, each named by its property `key`.
 * @param only which entities are published at all
 */
export function ownedEntities<Entity extends AnyEntity>(
  entity: EntityName<Entity>,
  key: keyof Entity & string,
  toSubject: (entity: Entity) => OwnedSubject,
  only: FilterQuery<Entity> = {} as FilterQuery<Entity>,
): OwnedPart {
  return {
    read: async (em, { after, limit }) => {
      const where = { ...(after === null ? {} : { [key]: { $gt: after } }), ...(only as object) };
      const found = await em.find(entity, where as FilterQuery<Entity>, {
        orderBy: { [key]: 'asc' } as never,
        limit,
        lockMode: LockMode.PESSIMISTIC_READ,
      });
      return (found as Entity[]).map(toSubject);
    },
  };
}
