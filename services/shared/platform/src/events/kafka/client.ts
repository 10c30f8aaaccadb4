import { createRequire } from 'node:module';
import type { ConnectionOptions } from 'node:tls';
import type { Kafka, SASLOptions } from 'kafkajs';
import { vouchedFor } from '../../config/authority.ts';
import type { ServiceSettings } from '../../config/settings.ts';
import type { Logger } from '../../logging/logger.ts';
import { inTime, pause } from '../delivery/pause.ts';

const require = createRequire(import.meta.url);

/** Loads kafkajs on first use, because a process on the other bus does not need it. */
export const kafkajs = () => require('kafkajs') as typeof import('kafkajs');

/** How a process and the brokers authenticate each other; no security when both are absent. */
export interface KafkaSecurity {
  readonly ssl?: ConnectionOptions;
  readonly sasl?: SASLOptions;
}

export type KafkaSecuritySettings = Partial<
  Pick<ServiceSettings, 'KAFKA_TLS' | 'KAFKA_CA_FILE' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_USERNAME' | 'KAFKA_PASSWORD'>
>;

export function kafkaSecurity(settings: KafkaSecuritySettings): KafkaSecurity {
  const { KAFKA_TLS, KAFKA_CA_FILE: file, KAFKA_SASL_MECHANISM: mechanism } = settings;
  const { KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = settings;
  return {
    ...(KAFKA_TLS && { ssl: vouchedFor(file) }),
    ...(mechanism && { sasl: { mechanism, username, password } as SASLOptions }),
  };
}

export interface KafkaClientOptions extends KafkaSecurity {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
}

/** kafkajs's own retries, about 2.5 seconds in all; further retries are up to the caller. */
export const retry = { initialRetryTime: 100, maxRetryTime: 1000, retries: 5 };

/** Time without a response after which a request fails and its client is replaced. */
export const requestTimeoutMs = 3500;
const disconnectTimeoutMs = 3000;
const retryDelayMs = 300;

/**
 * Returns a function that creates clients without I/O. Each client starts with the next broker of the list, because
 * kafkajs never leaves a first broker that accepts connections and does not respond. kafkajs logs at debug level,
 * because it is noisy while a broker starts.
 */
export function kafkaClients({ logger, brokers, ...options }: KafkaClientOptions): () => Kafka {
  let created = 0;
  return () => {
    const first = created % brokers.length;
    created += 1;
    const { Kafka, logLevel } = kafkajs();
    return new Kafka({
      connectionTimeout: 3000,
      authenticationTimeout: 3000,
      requestTimeout: requestTimeoutMs,
      ...options,
      brokers: [...brokers.slice(first), ...brokers.slice(0, first)],
      retry,
      logLevel: logLevel.WARN,
      logCreator:
        () =>
        ({ namespace, label, log: { message, error } }) =>
          logger.debug({ namespace, label, error }, `kafkajs: ${message}`),
    });
  };
}

/** Another client may succeed. */
export class KafkaUnavailableError extends Error {
  override name = 'KafkaUnavailableError';
  readonly retriable = true;
}

export const isRetriable = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'KafkaJSNumberOfRetriesExceeded' ||
    error.name === 'KafkaJSNoBrokerAvailableError' ||
    ('retriable' in error && error.retriable === true) ||
    isRetriable(error.cause));

interface Connectable {
  readonly events: { readonly REQUEST_TIMEOUT: string };
  on(event: never, listener: () => void): unknown;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

interface Opened<Client> {
  readonly client: Client;
  readonly connected: Promise<void>;
  /** Each rejects the result of one use. */
  readonly uses: Set<(error: Error) => void>;
}

/** kafkajs may wait forever for a lost broker. */
export const disconnect = (client: Pick<Connectable, 'disconnect'>): Promise<void> =>
  inTime(disconnectTimeoutMs, client.disconnect()).catch(() => undefined);

/**
 * A kafkajs producer or admin client that is opened on first use and replaced after any failure. A request without a
 * response is such a failure, because kafkajs would send the next requests over the same dead connection.
 */
export class Connection<Client extends Connectable> {
  readonly #create: () => Client;
  #current: Opened<Client> | undefined;

  constructor(create: () => Client) {
    this.#create = create;
  }

  /** Retries with a new client when Kafka calls the error retriable, because the old one may know outdated leaders. */
  async useAgain<Result>(act: (client: Client) => Promise<Result>, attempts = 3): Promise<Result> {
    try {
      return await this.use(act);
    } catch (error) {
      const passes = error instanceof Error && 'retriable' in error && error.retriable === true;
      if (!passes || attempts <= 1) throw error;
      await pause(retryDelayMs);
      return this.useAgain(act, attempts - 1);
    }
  }

  async use<Result>(act: (client: Client) => Promise<Result>): Promise<Result> {
    this.#current ??= this.#open();
    const current = this.#current;
    const { client, connected, uses } = current;
    const failure = Promise.withResolvers<never>();
    uses.add(failure.reject);
    try {
      const acting = connected.then(() => {
        // The caller has already received the failure.
        if (!uses.has(failure.reject)) throw new KafkaUnavailableError('Kafka connected too late');
        return act(client);
      });
      return await Promise.race([failure.promise, acting]);
    } catch (error) {
      if (this.#current === current) this.#current = undefined;
      void connected.catch(() => undefined).then(() => disconnect(client));
      throw error;
    } finally {
      uses.delete(failure.reject);
    }
  }

  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    if (current) await disconnect(current.client);
  }

  #open(): Opened<Client> {
    const client = this.#create();
    const uses = new Set<(error: Error) => void>();
    client.on(client.events.REQUEST_TIMEOUT as never, () => {
      for (const fail of uses) fail(new KafkaUnavailableError('Kafka has not responded in time'));
    });
    return { client, connected: client.connect(), uses };
  }
}
