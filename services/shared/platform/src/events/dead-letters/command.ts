import { deadLetterTopic, topics } from '@nightshelf/contracts';
import type { EventBus } from '../bus.ts';
import { type DeadLetter, toDeadLetter } from './dead-letter.ts';
import { withDeadLetterTopics } from './topics.ts';

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
  await bus.ensureTopics(withDeadLetterTopics(topics));
  const letters: DeadLetter[] = [];
  for (const each of topic ? [topic] : Object.keys(topics)) letters.push(...(await collect(bus, each)));
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
  await bus.ensureTopics(withDeadLetterTopics(topics));
  const letters = (await collect(bus, topic)).filter((letter) => !eventId || letter.eventId === eventId);
  // Several consumers may have put the same event aside; all of them get it when it is published once.
  const originals = new Map(letters.map(({ original, eventId: id }) => [id || original.value, original]));
  if (originals.size === 0) {
    throw new Error(eventId ? `No dead letter ${eventId} of ${topic}.` : `No dead letters of ${topic}.`);
  }
  const fault = (await bus.publish([...originals.values()])).find((outcome) => outcome !== undefined);
  if (fault) throw new Error(`Not everything could be published to ${topic}.`, { cause: fault });
  print(`Published ${originals.size} ${originals.size === 1 ? 'event' : 'events'} to ${topic} again.`);
}

async function collect(bus: EventBus, topic: string): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for await (const delivery of bus.read(deadLetterTopic(topic))) letters.push(toDeadLetter(delivery));
  return letters;
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
