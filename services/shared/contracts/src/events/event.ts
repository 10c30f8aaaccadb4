import { z } from 'zod';
import { instant } from '../fields.ts';
import type { Topic } from './topics.ts';

/** What happened, as a versioned type in the past tense: `library.entry.added.v1`. */
export interface EventDefinition<Data extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly topic: Topic;
  readonly data: Data;
  /** Id of the aggregate that changed, unique across all events of the topic. */
  readonly subject: (data: z.output<Data>) => string;
  /** Events of the same key are delivered in the order in which they were recorded. */
  readonly key: (data: z.output<Data>) => string;
}

export type EventData<Definition> = Definition extends EventDefinition<infer Data> ? z.output<Data> : never;

export function defineEvent<Data extends z.ZodType>(definition: EventDefinition<Data>): EventDefinition<Data> {
  return definition;
}

/**
 * CloudEvents 1.0 in structured JSON form. `aggregateversion` counts the changes of the subject from 1, so that a
 * consumer can ignore what it has already passed. `data` is checked against the event's own definition.
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
  /** It tells of a state as it is, not of a change that was just made. */
  republished: z.literal(true).optional(),
  data: z.unknown(),
});

export type Envelope = z.infer<typeof envelope>;

/** Name of the schema of an event's data; stable across hosts. */
export const dataSchemaOf = (type: string) => `urn:nightshelf:events:${type}`;
