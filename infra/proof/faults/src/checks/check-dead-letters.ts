import type { ServiceName } from '@nightshelf/local';
import { consumedTopics } from '../stage/consumed-topics.ts';
import { query } from '../stage/databases.ts';
import type { Stage } from '../stage/stage.ts';

interface Letter {
  readonly consumer: string;
  readonly topic: string;
  readonly event: string | null;
  readonly reason: string;
  readonly error: string;
  readonly value: string;
}

/** What is wrong with the dead letters: those that no poison explains, and poison that was not put aside. */
export async function checkDeadLetters(stage: Stage): Promise<string[]> {
  const services = [...new Set(Object.values(consumedTopics).flatMap(({ consumers }) => consumers))];
  const letters = (await Promise.all(services.map((service) => lettersOf(stage, service)))).flat();
  const { poison } = stage.injected;
  const strange = letters
    .filter(({ value }) => !poison.some(({ marker }) => value.includes(marker)))
    .map(
      ({ topic, consumer, event, reason, error }) => `${topic}: ${consumer} put ${event} aside (${reason}): ${error}`,
    );
  const overlooked = stage.injected.expected().flatMap(({ topic, marker, form }) => {
    const had = letters.filter(({ value }) => value.includes(marker)).map(({ consumer }) => consumer);
    return (consumedTopics[topic]?.consumers ?? [])
      .filter((each) => !had.includes(each))
      .map((each) => `${topic}: ${each} has not put ${marker} (${form}) aside`);
  });
  return [...strange, ...overlooked];
}

const lettersOf = (stage: Stage, service: ServiceName) =>
  query<Letter & { value: string }>(
    stage,
    service,
    `select consumer, topic, event_id as event, reason, error, encode(value, 'escape') as value from dead_letters
     where replayed_at is null`,
  );
