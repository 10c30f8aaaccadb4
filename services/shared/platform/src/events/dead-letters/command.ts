import { topics } from '@nightshelf/contracts/events/topics.ts';
import type { EventHandling } from '../inbox/handle-delivery.ts';
import { listDeadLetters } from './dead-letters.ts';
import { type Replayed, replayDeadLetter } from './replay-dead-letters.ts';

const deadLetterUsage = `Usage:
  dead-letters list [topic]              lists the events that this service could not handle
  dead-letters replay <topic> [event id] handles it again
Topics: ${Object.keys(topics).join(', ')}`;

/**
 * Lists or replays the service's dead letters. Replaying twice is harmless, because consumers skip handled events.
 * @param print writes a line of output
 * @throws when the arguments are wrong, with the usage, or when a replayed event fails
 */
export async function runDeadLetterCommand(
  handling: EventHandling,
  args: readonly string[],
  print: (line: string) => void = console.log,
): Promise<void> {
  const [action, topic, eventId, ...rest] = args;
  const isKnown = topic === undefined || Object.hasOwn(topics, topic);
  if (action === 'list' && isKnown && eventId === undefined) return list(handling, topic, print);
  if (action === 'replay' && topic && isKnown && rest.length === 0) return replay(handling, topic, eventId, print);
  throw new Error(deadLetterUsage);
}

async function list({ work }: EventHandling, topic: string | undefined, print: (line: string) => void): Promise<void> {
  const letters = await listDeadLetters(work.query(), { topic });
  if (letters.length === 0) return print('No dead letters.');
  const rows = letters.map((letter) => [
    letter.putAsideAt.toISOString(),
    letter.topic,
    `${letter.partition}/${letter.offset}`,
    letter.consumer,
    letter.eventId || '-',
    letter.reason,
    String(letter.attempts),
    letter.error.replaceAll(/\s+/g, ' '),
  ]);
  const titles = ['time', 'topic', 'position', 'consumer', 'event', 'reason', 'attempts', 'error'];
  for (const line of table(titles, rows)) print(line);
}

async function replay(
  handling: EventHandling,
  topic: string,
  eventId: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const letters = (await listDeadLetters(handling.work.query(), { topic, eventId })).filter(
    ({ consumer }) => consumer === handling.consumer,
  );
  if (letters.length === 0) {
    throw new Error(eventId ? `No dead letter ${eventId} of ${topic}.` : `No dead letters of ${topic}.`);
  }
  let failed = 0;
  for (const letter of letters) {
    const outcome = await replayDeadLetter(handling, letter.id);
    if (typeof outcome === 'object') failed += 1;
    print(`${letter.eventId || `${letter.partition}/${letter.offset}`}: ${inWords(outcome)}`);
  }
  if (failed > 0) throw new Error(`${failed} of ${letters.length} could not be handled and stay dead letters.`);
}

function inWords(outcome: Replayed): string {
  if (typeof outcome === 'object') return `failed again: ${outcome.error.replaceAll(/\s+/g, ' ')}`;
  return {
    handled: 'handled',
    duplicate: 'was handled before',
    passed: 'skipped: its subject has a later version',
    ignored: 'not for this service',
    gone: 'is being replayed by another process',
  }[outcome];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [titles, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
