import type { SnapshotTopic } from '@nightshelf/contracts/events/snapshots.ts';
import type { EntityManager } from '../../database/database.ts';
import type { Work } from '../../database/work.ts';

/** A table filled from another service's events, which the owner's snapshots verify. */
export interface Projection<Data = never, Row = never, Kept = unknown> {
  readonly topic: SnapshotTopic;
  readonly table: string;
  /** Columns of the primary key; their values, joined by colons, are the subject. */
  readonly key: readonly string[];
  readonly keyType: 'uuid' | 'text';
  /** The select list from which `kept` reads; `kept` is also the alias of the table. */
  readonly columns: string;
  /** Returns what a row holds. */
  kept(row: Row): Kept;
  /** Returns what a row must hold after an event. */
  keep(data: Data, version: number): Kept;
  /** Removes the copy of a subject that the owner does not have, and everything derived from it. */
  remove(em: EntityManager, subject: string): Promise<void>;
  /**
   * Corrects counters derived from the rows.
   * @returns the names of wrong counters
   */
  recount?(work: Work): Promise<readonly string[]>;
}

export const defineProjection = <Data, Row, Kept>(projection: Projection<Data, Row, Kept>): Projection => projection;
