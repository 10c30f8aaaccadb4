import { deadLetterRetentionMs, deadLetterTopic, type TopicSettings } from '@nightshelf/contracts/events/topics.ts';

/** Returns the topics, each with its dead-letter topic. */
export function withDeadLetterTopics(
  topics: Readonly<Record<string, TopicSettings>>,
): Readonly<Record<string, TopicSettings>> {
  const deadLetters = Object.keys(topics).map((topic) => [
    deadLetterTopic(topic),
    { partitions: 1, retentionMs: deadLetterRetentionMs },
  ]);
  return { ...topics, ...Object.fromEntries(deadLetters) };
}
