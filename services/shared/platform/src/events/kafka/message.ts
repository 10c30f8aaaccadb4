import type { KafkaMessage } from 'kafkajs';
import type { Delivery } from '../bus.ts';

export function toDelivery(topic: string, partition: number, message: KafkaMessage): Delivery {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value ?? '')]);
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: Object.fromEntries(headers),
  };
}
