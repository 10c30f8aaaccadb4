import { type Envelope, type EventData, type EventDefinition, envelope } from '@nightshelf/contracts';
import type { EventHandler } from '../handler.ts';

/** An event that breaks its contract: handling it again cannot help. */
export class InvalidEventError extends Error {
  override name = 'InvalidEventError';
  readonly eventId: string | undefined;

  constructor(message: string, eventId: string | undefined) {
    super(message);
    this.eventId = eventId;
  }
}

export interface ParsedEvent {
  readonly handler: EventHandler;
  readonly event: Envelope;
  readonly data: EventData<EventDefinition>;
}

/**
 * @param handlers by event type
 * @returns undefined when the event is none of those that are handled
 * @throws InvalidEventError
 */
export function parseEvent(value: string, handlers: ReadonlyMap<string, EventHandler>): ParsedEvent | undefined {
  const json = parseJson(value);
  const { type, id } = (json ?? {}) as { type?: unknown; id?: unknown };
  const eventId = typeof id === 'string' ? id : undefined;
  if (typeof type !== 'string') throw new InvalidEventError('It is not an event: it has no type', eventId);
  const handler = handlers.get(type);
  if (!handler) return undefined;
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw new InvalidEventError(`Its envelope is wrong: ${faults(parsed.error)}`, eventId);
  const data = handler.definition.data.safeParse(parsed.data.data);
  if (!data.success) throw new InvalidEventError(`Its data is wrong: ${faults(data.error)}`, eventId);
  return { handler, event: parsed.data, data: data.data };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidEventError('It is not JSON', undefined);
  }
}

const faults = ({
  issues,
}: {
  readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[];
}) => issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
