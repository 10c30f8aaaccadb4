import { topics } from '@nightshelf/contracts';
import type { EventBus } from '../bus.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { replayDeadLetters } from './replay-dead-letters.ts';

export const deadLetterUsage = `Usage:
  dead-letters list [topic]              shows what consumers had to put aside
  dead-letters replay <topic> [event id] publishes it to its topic again
Topics: ${Object.keys(topics).join(', ')}`;

/**
 * Lists or replays dead letters. Replaying twice is harmless: consumers know what they have handled.
 * @param print where the lines go
 * @throws when the arguments are wrong, telling the right ones, or when the bus does not take what is replayed
 */
export async function runDeadLetterCommand(
  bus: EventBus,
  args: readonly string[],
  print: (line: string) => void = console.log,
): Promise<void> {
  const [action, givenTopic, eventId, ...rest] = args;
  const topic = givenTopic?.replace(/\.dead-letter$/, '');
  const isKnown = topic === undefined || Object.hasOwn(topics, topic);
  if (action === 'list' && isKnown && eventId === undefined) return list(bus, topic, print);
  if (action === 'replay' && topic && isKnown && rest.length === 0) return replay(bus, topic, eventId, print);
  throw new Error(deadLetterUsage);
}

async function list(bus: EventBus, topic: string | undefined, print: (line: string) => void): Promise<void> {
  const letters = await listDeadLetters(bus, topic);
  if (letters.length === 0) return print('No dead letters.');
  const rows = letters.map((letter) => [
    letter.time,
    letter.topic,
    `${letter.partition}/${letter.offset}`,
    letter.consumer,
    letter.eventId || '-',
    letter.attempts,
    letter.error.replaceAll(/\s+/g, ' '),
  ]);
  for (const line of table(['time', 'topic', 'position', 'consumer', 'event', 'attempts', 'error'], rows)) print(line);
}

async function replay(
  bus: EventBus,
  topic: string,
  eventId: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const count = await replayDeadLetters(bus, topic, eventId);
  print(`Published ${count} ${count === 1 ? 'event' : 'events'} to ${topic} again.`);
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
