import { createRequire } from 'node:module';
import type { Kafka } from 'kafkajs';
import type { Logger } from '../../logging/logger.ts';

export interface KafkaClientOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
}

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

const require = createRequire(import.meta.url);

/** How kafkajs itself tries again, about two and a half seconds in all; beyond that it is up to whoever asked. */
export const retry = { initialRetryTime: 100, maxRetryTime: 1000, retries: 5 };

/**
 * How a consumer tries again: beyond a broker's restart. One that gave up would come back as a stranger, and its group
 * would wait for the old one until its session ends.
 */
export const patientRetry = { ...retry, retries: 120 };

let library: typeof import('kafkajs') | undefined;

/** Loaded when it is needed, since a process on the other bus has no use for it. */
export function loadKafkaJs(): typeof import('kafkajs') {
  if (!library) {
    library = require('kafkajs') as typeof import('kafkajs');
    stopIdleTimers(require('kafkajs/src/network/requestQueue') as { readonly prototype: RequestQueue });
  }
  return library;
}

/** No I/O. What kafkajs logs, most of it noise while a broker starts, is for the debug level. */
export function createKafka({ brokers, clientId, logger }: KafkaClientOptions, howToRetry = retry): Kafka {
  const { Kafka, logLevel } = loadKafkaJs();
  return new Kafka({
    clientId,
    brokers: [...brokers],
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    retry: howToRetry,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, label, log: { message, error } }) =>
        logger.debug({ namespace, label, error }, `kafkajs: ${message}`),
  });
}

/** kafkajs 2.2.4 sets a timer of a millisecond again and again on every connection that has nothing to send. */
function stopIdleTimers({ prototype }: { readonly prototype: RequestQueue }): void {
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
