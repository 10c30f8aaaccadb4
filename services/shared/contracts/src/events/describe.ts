import { z } from 'zod';
import { type EventDefinition, envelope } from './event.ts';
import { events } from './index.ts';
import { topics } from './topics.ts';

const days = (ms: number) => `${ms / (24 * 60 * 60 * 1000)} days`;

/**
 * Returns the AsyncAPI 3.0 document of the events between services: a channel for each topic, a message for each type.
 * Names contain no slash or tilde, so that references need no escapes.
 */
export function describeEvents(): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Nightshelf: events',
      version: '1',
      description:
        'CloudEvents 1.0 as structured JSON, over Kafka or Redis Streams. Delivered at least once; aggregateversion orders the events of a subject.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: Object.fromEntries(
      Object.entries(topics).map(([topic, { partitions, retentionMs }]) => [
        topic,
        {
          address: topic,
          description: `Kept for ${days(retentionMs)}; ${partitions} partitions on Kafka.`,
          messages: Object.fromEntries(
            ofTopic(topic).map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
          ),
        },
      ]),
    ),
    operations: Object.fromEntries(
      Object.keys(topics).map((topic) => [
        `publish-${topic}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${topic}` },
          summary: `Published by ${topic.split('.')[0]}.`,
          messages: ofTopic(topic).map(({ type }) => ({ $ref: `#/channels/${topic}/messages/${type}` })),
        },
      ]),
    ),
    components: { messages: Object.fromEntries(events.map((event) => [event.type, message(event)])) },
  };
}

const ofTopic = (topic: string) => events.filter((event) => event.topic === topic);

function message({ type, data }: EventDefinition): object {
  return {
    name: type,
    contentType: 'application/cloudevents+json',
    payload: z.toJSONSchema(envelope.extend({ type: z.literal(type), data }), { target: 'draft-7', io: 'input' }),
  };
}
