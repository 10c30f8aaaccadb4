import type { SnapshotTopic } from '@nightshelf/contracts/events/snapshots.ts';
import type { View } from '@nightshelf/contracts/events/views.ts';
import type { EntityManager } from '../../database/database.ts';
import type { Work } from '../../database/work.ts';
import { contentHash, type Fingerprint } from './fingerprint.ts';

/** A table filled from another service's events, and how to compare it with its owner's data. */
export interface Projection<Row = never, Kept = unknown> {
  /** The part of the owner's data that the table holds. */
  readonly view: View<never, Kept> & { readonly topic: SnapshotTopic };
  readonly table: string;
  /** Columns of the primary key; their values, joined by colons, are the subject. */
  readonly key: readonly string[];
  readonly keyType: 'uuid' | 'text';
  /** The select list from which `kept` reads. */
  readonly columns: string;
  /** Returns what the view returns for the event that the row came from. */
  kept(row: Row): Kept;
  /** Removes the copy of a subject that the owner does not have, and everything derived from it. */
  remove(em: EntityManager, subject: string): Promise<void>;
  /**
   * Corrects counters derived from the rows.
   * @returns the names of wrong counters
   */
  recount?(work: Work): Promise<readonly string[]>;
}

export const defineProjection = <Row, Kept>(projection: Projection<Row, Kept>): Projection => projection;

const pageSize = 1000;

/** A projection's rows as fingerprints, each with the version that the consumer has for its subject. */
export class KeptRows {
  readonly #work: Work;
  readonly #projection: Projection;
  readonly #consumer: string;

  constructor(work: Work, projection: Projection, consumer: string) {
    this.#work = work;
    this.#projection = projection;
    this.#consumer = consumer;
  }

  /** Yields the rows between two subjects in order, page by page; null for no limit. */
  async *pages(from: string | null, until: string | null): AsyncGenerator<Fingerprint[]> {
    const { key, keyType } = this.#projection;
    const keys = key.map((column) => `kept.${column}`).join(', ');
    const values = key.map(() => `?::${keyType}`).join(', ');
    const valuesOf = (subject: string) => (key.length === 1 ? [subject] : subject.split(':'));
    for (let after = from; ; ) {
      const bounds = [
        ...(after === null ? [] : [`(${keys}) > (${values})`]),
        ...(until === null ? [] : [`(${keys}) <= (${values})`]),
      ];
      const rows: Row[] = await this.#work.query().execute<Row[]>(
        `select ${this.#selected(this.#subject('kept'))} from (
           select * from ${this.#projection.table} kept
           ${bounds.length > 0 ? `where ${bounds.join(' and ')}` : ''} order by ${keys} limit ${pageSize}
         ) kept ${this.#seen(this.#subject('kept'))} order by ${keys}`,
        [
          ...(after === null ? [] : valuesOf(after)),
          ...(until === null ? [] : valuesOf(until)),
          this.#consumer,
          this.#projection.view.topic,
        ],
      );
      if (rows.length > 0) yield rows.map((row) => this.#fingerprint(row));
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      after = last.subject;
    }
  }

  /** Returns the given subjects, also those without a row. */
  async find(subjects: readonly string[], em = this.#work.query()): Promise<Map<string, Fingerprint>> {
    const rows = await em.execute<Row[]>(
      `select ${this.#selected('wanted.subject')} from jsonb_array_elements_text(?::jsonb) wanted (subject)
       left join ${this.#projection.table} kept on ${this.matches('wanted.subject')}
       ${this.#seen('wanted.subject')}`,
      [JSON.stringify(subjects), this.#consumer, this.#projection.view.topic],
    );
    return new Map(rows.map((row) => [row.subject, this.#fingerprint(row)]));
  }

  /** SQL: `kept` is the row of a subject. */
  matches(subject: string): string {
    const { key, keyType } = this.#projection;
    const value = (i: number) => (key.length === 1 ? subject : `split_part(${subject}, ':', ${i + 1})`);
    return key.map((column, i) => `kept.${column} = ${value(i)}::${keyType}`).join(' and ');
  }

  #subject(table: string): string {
    return this.#projection.key.map((column) => `${table}.${column}::text`).join(` || ':' || `);
  }

  #selected(subject: string): string {
    const { key, columns } = this.#projection;
    return `${subject} as subject, kept.${key[0]} is not null as is_kept, seen.version as seen_version, ${columns}`;
  }

  /** Forces one index lookup per row, because the planner has no statistics of a table that has just been filled. */
  #seen(subject: string): string {
    return `left join lateral (
      select version from inbox_versions where consumer = ? and topic = ? and subject = ${subject} limit 1
    ) seen on true`;
  }

  #fingerprint(row: Row): Fingerprint {
    return {
      subject: row.subject,
      version: Number(row.seen_version ?? 0),
      hash: row.is_kept ? contentHash(this.#projection.kept(row as never)) : null,
    };
  }
}

interface Row {
  readonly subject: string;
  readonly is_kept: boolean;
  readonly seen_version: string | null;
}
