import { type Envelope, type EventData, type EventDefinition, envelope } from '@nightshelf/contracts/events/event.ts';
import type { ZodError } from 'zod';
import { isRefusedData, isTimeLimit } from '../../errors/dependency-faults.ts';
import type { EventHandler } from '../handler.ts';
import { TookTooLongError } from './inbox.ts';

/** A consumer's known event types and their handlers. */
export interface EventKnowledge {
  /** By event type. */
  readonly handlers: ReadonlyMap<string, EventHandler>;
  /** The event types that this release knows; the consumer ignores those without a handler. */
  readonly known: ReadonlySet<string>;
}

/** The readable fields of a record that may be malformed. */
interface About {
  readonly eventId: string | undefined;
  readonly type: string | undefined;
}

/**
 * A record that cannot be handled: not an event (malformed), one that breaks its contract (invalid), or of a type that
 * this release does not know, from a newer release (unknown).
 */
export class InvalidEventError extends Error {
  override name = 'InvalidEventError';
  readonly reason: 'malformed' | 'invalid' | 'unknown';
  readonly about: About;

  constructor(reason: InvalidEventError['reason'], message: string, about: About) {
    super(message);
    this.reason = reason;
    this.about = about;
  }
}

export interface ParsedEvent {
  readonly handler: EventHandler;
  readonly event: Envelope;
  readonly data: EventData<EventDefinition>;
}

const longestType = 200;

/**
 * @returns undefined when no handler takes the event
 * @throws InvalidEventError
 */
export function parseEvent(value: string, { handlers, known }: EventKnowledge): ParsedEvent | undefined {
  const json = parseJson(value);
  const { type, id } = (json ?? {}) as { type?: unknown; id?: unknown };
  const about = {
    eventId: typeof id === 'string' ? id : undefined,
    type: typeof type === 'string' ? type : undefined,
  };
  if (!about.type || about.type.length > longestType) {
    throw new InvalidEventError('malformed', 'It is not an event: it has no type', about);
  }
  const handler = handlers.get(about.type);
  if (!handler) {
    if (known.has(about.type)) return undefined;
    throw new InvalidEventError('unknown', `This release does not know the type ${about.type}`, about);
  }
  const parsed = envelope.safeParse(json);
  if (!parsed.success) {
    throw new InvalidEventError('malformed', `Its envelope is wrong: ${faults(parsed.error)}`, about);
  }
  const data = handler.definition.data.safeParse(parsed.data.data);
  if (!data.success) throw new InvalidEventError('invalid', `Its data is wrong: ${faults(data.error)}`, about);
  return { handler, event: parsed.data, data: data.data };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidEventError('malformed', 'It is not JSON', { eventId: undefined, type: undefined });
  }
}

const faults = ({ issues }: ZodError) => issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');

/**
 * Why a record became a dead letter: it is not an event (malformed), breaks its contract or holds data that cannot be
 * stored (invalid), its handler fails (failed) or exceeds its time limit (slow), or its type belongs to a newer release
 * (unknown).
 */
export const reasons = ['malformed', 'invalid', 'failed', 'slow', 'unknown'] as const;
export type Reason = (typeof reasons)[number];

/** Maximum attempts before a record becomes a dead letter; each attempt of a slow one delays the records behind it. */
export const mostAttempts: Readonly<Record<Reason, number>> = {
  malformed: 1,
  invalid: 1,
  failed: 5,
  slow: 3,
  unknown: 1,
};

export function reasonOf(error: unknown): Reason {
  if (error instanceof InvalidEventError) return error.reason;
  if (error instanceof TookTooLongError || isTimeLimit(error)) return 'slow';
  if (isRefusedData(error)) return 'invalid';
  return 'failed';
}
