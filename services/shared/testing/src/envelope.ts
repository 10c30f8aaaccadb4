import { randomUUID } from 'node:crypto';
import { dataSchemaOf, type EventDefinition } from '@nightshelf/contracts/events/event.ts';

export interface EnvelopeOptions {
  readonly version?: number;
  readonly id?: string;
  /** Another than the definition's, for events that no release of today knows. */
  readonly type?: string;
  readonly republished?: true;
  readonly time?: string;
}

/** An event as its owner would put it on the bus, before it is made JSON; right, or wrong where `data` is. */
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
