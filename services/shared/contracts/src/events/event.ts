import { z } from 'zod';
import { instant } from '../fields.ts';
import type { Topic } from './topics.ts';

/** An event. Its type is versioned and in the past tense: `library.entry.added.v1`. */
export interface EventDefinition<Data extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly topic: Topic;
  readonly data: Data;
  /** Id of the changed aggregate, unique across all events of the topic. */
  readonly subject: (data: z.output<Data>) => string;
  /** Events of the same key are delivered in the order of recording. */
  readonly key: (data: z.output<Data>) => string;
}

export type EventData<Definition> = Definition extends EventDefinition<infer Data> ? z.output<Data> : never;

/** @param definition whose key is the subject unless it names another */
export const defineEvent = <Data extends z.ZodType>(
  definition: Omit<EventDefinition<Data>, 'key'> & Partial<Pick<EventDefinition<Data>, 'key'>>,
): EventDefinition<Data> => ({ key: definition.subject, ...definition });

/**
 * CloudEvents 1.0 in structured JSON form. `aggregateversion` counts the changes of the subject from 1, so that a
 * consumer can ignore outdated events. `data` is validated by the event's own definition.
 */
export const envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string().min(1),
  type: z.string().min(1),
  time: instant,
  subject: z.string().min(1),
  datacontenttype: z.literal('application/json'),
  dataschema: z.string().min(1),
  traceparent: z.string().optional(),
  aggregateversion: z.number().int().positive(),
  /** The event repeats a current state instead of a new change. */
  republished: z.literal(true).optional(),
  /** The number of the snapshot that the event belongs to, see snapshots.ts. */
  snapshot: z.number().int().positive().optional(),
  data: z.unknown(),
});

export type Envelope = z.infer<typeof envelope>;

/** Returns the schema name of an event's data; stable across hosts. */
export const dataSchemaOf = (type: string) => `urn:nightshelf:events:${type}`;
