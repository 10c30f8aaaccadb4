import { type Envelope, type EventData, type EventDefinition, envelope } from '@nightshelf/contracts/events/event.ts';
import type { EventHandler } from '../handler.ts';

/** What a consumer can make of a record. */
export interface EventKnowledge {
  /** By event type. */
  readonly handlers: ReadonlyMap<string, EventHandler>;
  /** The types of which this release knows; those without a handler are of no concern to the consumer. */
  readonly known: ReadonlySet<string>;
}

/** What a record tells of itself, as far as that can be made out. */
export interface Told {
  readonly eventId: string | undefined;
  readonly type: string | undefined;
}

/** A record that cannot be handled: no event at all (malformed), or one that breaks its contract (invalid). */
export class InvalidEventError extends Error {
  override name = 'InvalidEventError';
  readonly reason: 'malformed' | 'invalid';
  readonly told: Told;

  constructor(reason: 'malformed' | 'invalid', message: string, told: Told) {
    super(message);
    this.reason = reason;
    this.told = told;
  }
}

/** An event of a type of which this release has never heard: that of a newer one. */
export class UnknownEventError extends Error {
  override name = 'UnknownEventError';
  readonly told: Told;

  constructor(told: Told) {
    super(`This release does not know the type ${told.type}`);
    this.told = told;
  }
}

export interface ParsedEvent {
  readonly handler: EventHandler;
  readonly event: Envelope;
  readonly data: EventData<EventDefinition>;
}

const longestType = 200;

/**
 * @returns undefined when the event is none of those that are handled
 * @throws InvalidEventError
 * @throws UnknownEventError
 */
export function parseEvent(value: string, { handlers, known }: EventKnowledge): ParsedEvent | undefined {
  const json = parseJson(value);
  const { type, id } = (json ?? {}) as { type?: unknown; id?: unknown };
  const told = {
    eventId: typeof id === 'string' ? id : undefined,
    type: typeof type === 'string' ? type : undefined,
  };
  if (!told.type || told.type.length > longestType) {
    throw new InvalidEventError('malformed', 'It is not an event: it has no type', told);
  }
  const handler = handlers.get(told.type);
  if (!handler) {
    if (known.has(told.type)) return undefined;
    throw new UnknownEventError(told);
  }
  const parsed = envelope.safeParse(json);
  if (!parsed.success) {
    throw new InvalidEventError('malformed', `Its envelope is wrong: ${faults(parsed.error)}`, told);
  }
  const data = handler.definition.data.safeParse(parsed.data.data);
  if (!data.success) throw new InvalidEventError('invalid', `Its data is wrong: ${faults(data.error)}`, told);
  return { handler, event: parsed.data, data: data.data };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidEventError('malformed', 'It is not JSON', { eventId: undefined, type: undefined });
  }
}

const faults = ({
  issues,
}: {
  readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[];
}) => issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
