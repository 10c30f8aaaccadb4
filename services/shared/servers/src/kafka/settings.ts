import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export interface BrokerPlace {
  /** host:port that the broker listens on. */
  readonly listen: string;
  /** host:port at which clients reach it. */
  readonly advertised: string;
  /** host:port of the controller, which only the broker itself uses. */
  readonly controller: string;
  readonly data: string;
  readonly secured?: SecuredListener;
  /** Broker settings that override the defaults, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** An additional listener with TLS and password authentication. */
export interface SecuredListener {
  /** host:port that it listens on and at which clients reach it. */
  readonly listen: string;
  /** PEM with its key and certificate. */
  readonly identity: string;
  readonly username: string;
  readonly password: string;
}

const login = 'org.apache.kafka.common.security';

function securedSettings({ listen, identity, username, password }: SecuredListener, plain: Record<string, string>) {
  const add = (name: string, value: string) => ({ [name]: `${plain[name]},${value}` });
  return {
    ...add('listeners', `SECURED://${listen}`),
    ...add('advertised.listeners', `SECURED://${listen}`),
    ...add('listener.security.protocol.map', 'SECURED:SASL_SSL'),
    'inter.broker.listener.name': 'PLAINTEXT',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': identity,
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'listener.name.secured.plain.sasl.jaas.config': `${login}.plain.PlainLoginModule required user_${username}="${password}";`,
    'listener.name.secured.scram-sha-256.sasl.jaas.config': `${login}.scram.ScramLoginModule required;`,
    'listener.name.secured.scram-sha-512.sasl.jaas.config': `${login}.scram.ScramLoginModule required;`,
  };
}

function settingsOf({ listen, advertised, controller, data, secured, settings }: BrokerPlace): Record<string, string> {
  const plain: Record<string, string> = {
    ...parseEnv(readFileSync(join(import.meta.dirname, '../../kafka/server.properties'), 'utf8')),
    'controller.quorum.voters': `1@${controller}`,
    listeners: `PLAINTEXT://${listen},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://${advertised}`,
    'log.dirs': data,
  };
  return { ...plain, ...(secured && securedSettings(secured, plain)), ...settings };
}

export function brokerProperties(place: BrokerPlace): string {
  return Object.entries(settingsOf(place))
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}

/** Where Apache's image keeps its data. */
export const imageDataFolder = '/var/lib/kafka/data';

/**
 * Returns the environment variables of a broker in Apache's image, which listens on port 9092.
 * @param advertised host:port at which clients reach it
 */
export function brokerVariables(advertised: string, settings: Readonly<Record<string, string>> = {}) {
  const place = { listen: '0.0.0.0:9092', advertised, controller: '127.0.0.1:9093', data: imageDataFolder, settings };
  const variables = Object.entries(settingsOf(place)).map(([key, value]) => [
    `KAFKA_${key.toUpperCase().replaceAll('.', '_')}`,
    value,
  ]);
  return Object.fromEntries([...variables, ['KAFKA_HEAP_OPTS', '-Xms64m -Xmx384m']]) as Record<string, string>;
}
