import type { AnyEntity, EntityName, FilterQuery } from '@mikro-orm/core';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { EventDefinition } from '@nightshelf/contracts/events/event.ts';
import type { SnapshotTopic } from '@nightshelf/contracts/events/snapshots.ts';
import type { Work } from '../../database/work.ts';
import { type NextPage, pages } from '../../paging/pages.ts';

/** A subject of a service as it publishes it. */
export interface OwnedSubject {
  /** The event that describes the subject's current state. */
  readonly event: EventDefinition;
  readonly data: unknown;
  readonly version: number;
  /** True for a removed subject; the event then reports its removal. */
  readonly removed?: boolean;
}

/** The subjects after one, in their order; or those of given names. */
export type Wanted = NextPage | { readonly subjects: readonly string[] };

/** Subjects that are stored in the same way: existing ones, or the records of removed ones. */
export interface OwnedPart {
  /** @param locked locks the rows until the transaction ends; true by default */
  read(em: EntityManager, wanted: Wanted, locked?: boolean): Promise<OwnedSubject[]>;
}

/** All subjects that a service publishes on one topic, so that they can be published again and compared with copies. */
export interface OwnedTopic {
  readonly topic: SnapshotTopic;
  /** The first part holds all existing subjects. Each part is read in the order of its subjects, by an index. */
  readonly parts: readonly OwnedPart[];
}

export const subjectOf = ({ event, data }: OwnedSubject) => event.subject(data as never);

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
    read: async (em, wanted, locked = true) => {
      const where =
        'subjects' in wanted
          ? { [key]: { $in: wanted.subjects } }
          : wanted.after === null
            ? {}
            : { [key]: { $gt: wanted.after } };
      const found = await em.find(entity, { ...where, ...(only as object) } as FilterQuery<Entity>, {
        orderBy: { [key]: 'asc' } as never,
        ...('subjects' in wanted ? {} : { limit: wanted.limit }),
        ...(locked ? { lockMode: LockMode.PESSIMISTIC_READ } : {}),
      });
      return (found as Entity[]).map(toSubject);
    },
  };
}

/** Yields every subject of a part after one, page by page, without locks. */
export const ownedPages = (work: Work, part: OwnedPart, after: string | null = null) =>
  pages(subjectOf, (next) => part.read(work.query(), next, false), after);

/**
 * Publishes the current state of all subjects, removed ones included.
 * @returns how many events were recorded
 */
export async function republishTopic(work: Work, { parts }: OwnedTopic): Promise<number> {
  let recorded = 0;
  for (const part of parts) {
    const published = pages(subjectOf, (next) => publishAsTheyAre(work, part, next));
    for await (const page of published) recorded += page.length;
  }
  return recorded;
}

/**
 * Publishes the current state of some subjects in one transaction.
 * @returns the subjects
 */
export function publishAsTheyAre(work: Work, part: OwnedPart, wanted: Wanted): Promise<OwnedSubject[]> {
  return work.transaction(async ({ em, publish }) => {
    // Locked until their events are recorded, so that no older state can follow a newer one.
    const owned = await part.read(em, wanted, true);
    for (const { event, data, version } of owned) publish(event, { data: data as never, version, republished: true });
    return owned;
  });
}
