import type { Kafka } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';
import type { Gap } from '../bus.ts';
import { loadKafkaJs } from './mended-kafkajs.ts';
import type { KafkaSecurity } from './security.ts';

export interface KafkaClientOptions extends KafkaSecurity {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
}

/** How kafkajs itself tries again, about two and a half seconds in all; beyond that it is up to whoever asked. */
export const retry = { initialRetryTime: 100, maxRetryTime: 1000, retries: 5 };

/**
 * How a consumer tries again: beyond a broker's restart. One that gave up would come back as a stranger, and its group
 * would wait for the old one until its session ends.
 */
export const patientRetry = { ...retry, retries: 120 };

/** Milliseconds without an answer after which a request has failed and its connection is dead. */
export const requestLimitMs = 3500;

/** Milliseconds. */
export const limits = { connectionTimeout: 3000, authenticationTimeout: 3000, requestTimeout: requestLimitMs };

/** What kafkajs says, and says nowhere but in its log, when it begins anew with the oldest or newest record. */
const outOfRange = 'Offset out of range, resetting to default offset';

/**
 * No I/O. What kafkajs logs, most of it noise while a broker starts, is for the debug level.
 * @param onOutOfRange called when a consumer asks for a record that a partition does not hold
 */
export function createKafka(
  { logger, ...options }: KafkaClientOptions,
  howToRetry = retry,
  onOutOfRange?: (partition: Gap) => void,
): Kafka {
  const { Kafka, logLevel } = loadKafkaJs();
  return new Kafka({
    ...limits,
    ...options,
    brokers: [...options.brokers],
    retry: howToRetry,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, label, log: { message, error, topic, partition } }) => {
        logger.debug({ namespace, label, error }, `kafkajs: ${message}`);
        if (message === outOfRange) onOutOfRange?.({ topic, partition });
      },
  });
}
