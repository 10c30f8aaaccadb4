import { deadLetterTopic, topics } from '@nightshelf/contracts';
import type { EventBus } from '../bus.ts';
import { type DeadLetter, toDeadLetter } from './dead-letter.ts';
import { withDeadLetterTopics } from './topics.ts';

/** What consumers had to put aside, oldest first within a topic; of all topics when none is given. */
export async function listDeadLetters(bus: EventBus, topic?: string): Promise<DeadLetter[]> {
  await bus.ensureTopics(withDeadLetterTopics(topics));
  const letters: DeadLetter[] = [];
  for (const each of topic ? [topic] : Object.keys(topics)) {
    for await (const delivery of bus.read(deadLetterTopic(each))) letters.push(toDeadLetter(delivery));
  }
  return letters;
}
