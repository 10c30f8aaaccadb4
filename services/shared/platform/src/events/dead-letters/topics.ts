import { deadLetterRetentionMs, deadLetterTopic, type TopicSettings } from '@nightshelf/contracts/events/topics.ts';

/** The topics and, for each, the one where its events go that a consumer could not process. */
export function withDeadLetterTopics(
  topics: Readonly<Record<string, TopicSettings>>,
): Readonly<Record<string, TopicSettings>> {
  const deadLetters = Object.keys(topics).map((topic) => [
    deadLetterTopic(topic),
    { partitions: 1, retentionMs: deadLetterRetentionMs },
  ]);
  return { ...topics, ...Object.fromEntries(deadLetters) };
}
