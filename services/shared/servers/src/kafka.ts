import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { kafkaClassPath, kafkaImage, loggingConfiguration, requireKafka } from './kafka/find-kafka.ts';
import {
  type BrokerPlace,
  brokerProperties,
  brokerVariables,
  imageDataFolder,
  type SecuredListener,
} from './kafka/settings.ts';
import { freePort } from './process/kept.ts';
import { wrapCommand } from './process/privileges.ts';
import { type ServerCommand, type ServerHandle, ServerProcess } from './process/server-process.ts';
import { containerName } from './process/tools.ts';

/**
 * Returns whether a broker serves: its port accepts connections a little earlier.
 * @throws when it does not respond
 */
async function servesKafka(port: number): Promise<boolean> {
  // Loaded lazily, so that the launcher stays light.
  const { Kafka: Client, logLevel } = await import('kafkajs');
  const client = new Client({
    brokers: [`127.0.0.1:${port}`],
    // Never connects to the advertised address, whose proxy may not run yet.
    socketFactory: ({ onConnect }) => connect(port, '127.0.0.1', onConnect),
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
  });
  const admin = client.admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).brokers.length > 0;
  } finally {
    await admin.disconnect();
  }
}

/**
 * Prepares the data folder that `configuration` names for a new cluster.
 * @param java arguments of a Java with Kafka on its class path
 * @param clusterId 16 bytes, base64url
 * @param user may sign in with a password that the brokers store
 */
export function formatStorage(
  java: readonly string[],
  configuration: string,
  clusterId: string,
  user?: { readonly username: string; readonly password: string },
): void {
  const kept = (mechanism: string) =>
    user ? ['--add-scram', `${mechanism}=[name=${user.username},password=${user.password}]`] : [];
  const users = [...kept('SCRAM-SHA-256'), ...kept('SCRAM-SHA-512')];
  const format = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', configuration, ...users];
  execFileSync('java', [...java, ...format], { stdio: 'pipe' });
}

interface KafkaOptions {
  /** Holds all data; a second start on the same folder finds the same topics. */
  readonly directory: string;
  readonly port?: number;
  /** The port at which clients reach the broker, if a proxy is in between; `port` by default. */
  readonly advertisedPort?: number;
  /** Deleted on stop. */
  readonly throwAway?: boolean;
  /** A second listener on a separate port. Such a broker always runs on Java. */
  readonly secured?: Omit<SecuredListener, 'listen'>;
  /** Broker settings that override the defaults, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Java arguments for this broker only, such as an agent. Such a broker always runs on Java. */
  readonly java?: readonly string[];
}

export interface Kafka extends ServerHandle {
  readonly port: number;
  /** For KAFKA_BROKERS: `host:port`. */
  readonly brokers: string;
  /** Brokers of the secured listener: `host:port`. */
  readonly securedBrokers: string | undefined;
}

/** Starts one combined Kafka 4.2 broker and controller that does not create topics automatically. */
export async function startKafka(options: KafkaOptions): Promise<Kafka> {
  const { directory, throwAway = false, settings = {} } = options;
  const source = options.secured || options.java ? 'java' : requireKafka();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const port = options.port ?? (await freePort());
  const brokers = `127.0.0.1:${port}`;
  const advertised = `127.0.0.1:${options.advertisedPort ?? port}`;
  const secured = options.secured && { ...options.secured, listen: `localhost:${await freePort()}` };
  const container = source === 'docker' ? containerName('kafka', directory) : undefined;
  const listeners = { listen: brokers, advertised, settings, ...(secured && { secured }) };
  const server = new ServerProcess({
    name: 'kafka',
    directory,
    container,
    throwAway,
    command: container
      ? containerCommand(container, port, brokerVariables(advertised, settings))
      : await javaCommand(directory, listeners, options.java),
    ready: () => servesKafka(port),
    readyWithinMs: 120_000,
    stopSignal: 'SIGTERM',
  });
  await server.start();
  return Object.assign(server, { port, brokers, securedBrokers: secured?.listen });
}

async function javaCommand(
  directory: string,
  listeners: Omit<BrokerPlace, 'controller' | 'data'>,
  options: readonly string[] = [],
) {
  const data = join(directory, 'data');
  const configuration = join(directory, 'server.properties');
  const settings = brokerProperties({ ...listeners, controller: `127.0.0.1:${await freePort()}`, data });
  writeFileSync(configuration, settings, { mode: 0o600 });
  // Small and quick to start; a broker on one machine needs no more.
  const java = ['-Xms64m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', kafkaClassPath()];
  if (!existsSync(join(data, 'meta.properties'))) {
    rmSync(data, { recursive: true, force: true });
    const clusterId = randomBytes(16).toString('base64url');
    formatStorage(java, configuration, clusterId, listeners.secured);
  }
  const logging = `-Dlog4j2.configurationFile=${loggingConfiguration}`;
  return wrapCommand(
    { file: 'java', args: [...java, ...options, logging, 'kafka.Kafka', configuration] },
    { deathSignal: 'SIGTERM' },
  );
}

function containerCommand(name: string, port: number, settings: Readonly<Record<string, string>>): ServerCommand {
  const variables = Object.entries(settings).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  const publish = ['-p', `127.0.0.1:${port}:9092`, '-v', `${name}:${imageDataFolder}`];
  return { file: 'docker', args: ['run', '--rm', '--name', name, ...publish, ...variables, kafkaImage] };
}
