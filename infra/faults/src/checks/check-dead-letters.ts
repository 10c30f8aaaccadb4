import { listDeadLetters } from '@nightshelf/platform/events/dead-letters/list-dead-letters.ts';
import { withBus } from '../stage/bus.ts';
import type { Stage } from '../stage/stage.ts';

/** Who consumes each topic, and so has to put aside what nobody understands. */
const consumers: Readonly<Record<string, readonly string[]>> = {
  'library.entries': ['social', 'catalog'],
  'auth.users': ['social'],
  'catalog.games': ['library', 'social'],
  'social.follows': ['auth'],
};

/** What is wrong with the dead letters: those that no poison explains, and poison that was not put aside. */
export async function checkDeadLetters(stage: Stage): Promise<string[]> {
  const letters = await withBus(stage, (bus) => listDeadLetters(bus));
  const { poison } = stage.injected;
  const strange = letters
    .filter(({ original }) => !poison.some(({ marker }) => original.value.includes(marker)))
    .map(({ topic, consumer, eventId, error }) => `${topic}: ${consumer} put ${eventId} aside: ${error}`);
  const overlooked = stage.injected.expected().flatMap(({ topic, marker }) => {
    const had = letters.filter(({ original }) => original.value.includes(marker)).map(({ consumer }) => consumer);
    return (consumers[topic] ?? [])
      .filter((each) => !had.includes(each))
      .map((each) => `${topic}: ${each} has not put ${marker} aside`);
  });
  return [...strange, ...overlooked];
}
