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

/** Retries of kafkajs itself, about 2.5 seconds in all; further retries are up to the caller. */
export const retry = { initialRetryTime: 100, maxRetryTime: 1000, retries: 5 };

/**
 * Retries of a consumer, which outlast a broker's restart. A consumer that gave up would rejoin as a new member, and
 * its group would wait until the old session ends.
 */
export const patientRetry = { ...retry, retries: 120 };

/** Time without a response after which a request fails and its connection counts as dead. */
export const requestLimitMs = 3500;

export const limits = { connectionTimeout: 3000, authenticationTimeout: 3000, requestTimeout: requestLimitMs };

/** The log message with which kafkajs, and nothing else, reports a reset to the oldest or newest record. */
const outOfRange = 'Offset out of range, resetting to default offset';

/**
 * Creates a client without I/O. kafkajs logs at debug level, because it is noisy while a broker starts.
 * @param onOutOfRange called when a consumer requests a record that a partition does not hold
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
