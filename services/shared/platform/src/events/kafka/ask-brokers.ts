import { createRequire } from 'node:module';
import { type KafkaClientOptions, limits } from './kafka-client.ts';
import { loadKafkaJs } from './mended-kafkajs.ts';

/** A request of the Kafka protocol. */
export interface RequestKind {
  readonly apiKey: number;
  readonly apiVersion: number;
  readonly apiName: string;
}

/**
 * Sends a request that kafkajs does not support to the first broker that responds.
 * @param body follows the first version of the request's header
 * @returns the bytes after the first version of the response's header
 * @throws when no broker responds
 */
export type AskBrokers = (kind: RequestKind, body: Buffer) => Promise<Buffer>;

interface Encoder {
  writeBuffer(content: Buffer): Encoder;
}

interface ConnectionPool {
  send(request: {
    readonly request: RequestKind & { encode(): Promise<Encoder> };
    readonly response: {
      decode(answer: Buffer): Promise<{ answer: Buffer }>;
      parse(decoded: object): Promise<unknown>;
    };
  }): Promise<{ readonly answer: Buffer }>;
}

interface Broker {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

const require = createRequire(import.meta.url);

/** Internal modules of kafkajs, whose connections handle certificates and passwords. */
function parts() {
  loadKafkaJs();
  return {
    Encoder: require('kafkajs/src/protocol/encoder') as new () => Encoder,
    ConnectionPool: require('kafkajs/src/network/connectionPool') as new (options: object) => ConnectionPool,
    Broker: require('kafkajs/src/broker') as new (options: object) => Broker,
    socketFactory: (require('kafkajs/src/network/socketFactory') as () => object)(),
  };
}

/** Logs nothing, because the caller receives every error. */
const logger = { namespace: () => logger, debug() {}, info() {}, warn() {}, error() {} };

export const askBrokersOf =
  ({ brokers, clientId, ssl, sasl }: KafkaClientOptions): AskBrokers =>
  async (kind, body) => {
    let fault: unknown = new Error('There is no broker');
    for (const address of brokers) {
      const colon = address.lastIndexOf(':');
      const place = { host: address.slice(0, colon), port: Number(address.slice(colon + 1)) };
      try {
        return await ask({ ...place, clientId, ssl, sasl, ...limits }, kind, body);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  };

async function ask(place: object, kind: RequestKind, body: Buffer): Promise<Buffer> {
  const { Encoder, ConnectionPool, Broker, socketFactory } = parts();
  const connectionPool = new ConnectionPool({ ...place, socketFactory, logger });
  const broker = new Broker({ connectionPool, logger, authenticationTimeout: limits.authenticationTimeout });
  try {
    await broker.connect();
    const { answer } = await connectionPool.send({
      request: { ...kind, encode: async () => new Encoder().writeBuffer(body) },
      response: { decode: async (content) => ({ answer: content }), parse: async (decoded) => decoded },
    });
    return answer;
  } finally {
    void broker.disconnect().catch(() => undefined);
  }
}
