import { randomUUID } from 'node:crypto';
import { dataSchemaOf, type EventDefinition } from '@nightshelf/contracts/events/event.ts';

export interface EnvelopeOptions {
  readonly version?: number;
  readonly id?: string;
  /** Overrides the definition's type, for events that no current release knows. */
  readonly type?: string;
  readonly republished?: true;
  readonly time?: string;
}

/** Returns an event as its owner would publish it, before serialization; `data` may be invalid on purpose. */
export const envelope = (
  definition: EventDefinition,
  data: unknown,
  {
    version = 1,
    id = randomUUID(),
    type = definition.type,
    time = new Date().toISOString(),
    republished,
  }: EnvelopeOptions = {},
) => ({
  specversion: '1.0',
  id,
  source: '/tests',
  type,
  time,
  subject: definition.subject(data as never),
  datacontenttype: 'application/json',
  dataschema: dataSchemaOf(type),
  aggregateversion: version,
  ...(republished ? { republished } : {}),
  data,
});
