import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Kafka,
  type Postgres,
  type Redis,
  type ServerHandle,
  startKafka,
  startPostgres,
  startRedis,
} from '@nightshelf/servers';
import { archivedClasses } from '@nightshelf/servers/kafka/class-archive.ts';
import { findKafka } from '@nightshelf/servers/kafka/find-kafka.ts';
import { formatStorage } from '@nightshelf/servers/kafka/format-storage.ts';
import { kafkaClassPath } from '@nightshelf/servers/kafka/jars.ts';
import { until } from '@nightshelf/testing/until.ts';
import { RedisPair } from './redis-pair.ts';
import { Turns } from './turns.ts';
import { Volume } from './volume.ts';
import { Wire } from './wire.ts';

const serverNames = ['postgres', 'redis', 'redis-cache', 'kafka'] as const;

export type ServerName = (typeof serverNames)[number];

/** Longest that a server may take to start, other faults included, in milliseconds. */
const startWithinMs = 180_000;

/** Megabytes of the disks that can be filled: the write-ahead log alone may take two gigabytes. */
const disks = { postgres: 4096, kafka: 2048 };

/** The servers that the product stands on, each behind a wire, and started again when they die by themselves. */
export class Servers {
  readonly #folder: string;
  readonly #onLine: (name: string, line: string) => void;
  readonly #turns = new Turns();
  readonly disks: Readonly<Record<keyof typeof disks, Volume>>;
  #stopping = false;
  #postgres?: Postgres;
  #cache?: Redis;
  #pair?: RedisPair;
  #kafka: Kafka | null = null;
  readonly #wires = new Map<ServerName, Wire>();

  constructor(folder: string, onLine: (name: string, line: string) => void) {
    this.#folder = folder;
    this.#onLine = onLine;
    this.disks = {
      postgres: new Volume(join(folder, 'disk-postgres'), disks.postgres),
      kafka: new Volume(join(folder, 'disk-kafka'), disks.kafka),
    };
  }

  async start(withKafka: boolean): Promise<void> {
    const [postgres, cache, pair, kafka] = await Promise.all([
      startPostgres({ directory: join(this.disks.postgres.folder, 'postgres'), throwAway: true }),
      startRedis({ directory: join(this.#folder, 'redis-cache'), role: 'cache', throwAway: true }),
      RedisPair.start(join(this.#folder, 'redis'), () => void this.#keepAlive('redis')),
      withKafka ? this.#startKafka() : null,
    ]);
    this.#postgres = postgres;
    this.#cache = cache;
    this.#pair = pair;
    this.#kafka = kafka;
    this.#wires.set('postgres', await Wire.start(() => postgres.port));
    this.#wires.set('redis-cache', await Wire.start(() => cache.port));
    this.#wires.set('redis', pair.wire);
    for (const [name, server] of [
      ['postgres', postgres],
      ['redis-cache', cache],
      ['kafka', kafka],
    ] as const) {
      if (server) server.onUnexpectedExit = () => void this.#keepAlive(name);
    }
  }

  get names(): ServerName[] {
    return [...this.#wires.keys()];
  }

  wire(name: ServerName): Wire {
    return present(this.#wires.get(name), name);
  }

  server(name: ServerName): ServerHandle {
    if (name === 'postgres') return this.postgres;
    if (name === 'redis-cache') return present(this.#cache, name);
    return name === 'redis' ? this.redis.server : present(this.#kafka, name);
  }

  get postgres(): Postgres {
    return present(this.#postgres, 'postgres');
  }

  get redis(): RedisPair {
    return present(this.#pair, 'redis');
  }

  get kafka(): Kafka | null {
    return this.#kafka;
  }

  /** As clients reach them: through the wires. */
  get addresses() {
    const throughWire = (url: string, name: ServerName) => {
      const parsed = new URL(url);
      parsed.port = String(this.wire(name).port);
      return parsed.href;
    };
    return {
      adminUrl: throughWire(this.postgres.adminUrl, 'postgres'),
      redisUrl: this.redis.url,
      redisCacheUrl: throughWire(present(this.#cache, 'redis-cache').url, 'redis-cache'),
      kafkaBrokers: this.#kafka ? `127.0.0.1:${this.wire('kafka').port}` : null,
    };
  }

  /** Nobody else starts or ends this server meanwhile. */
  alone<Result>(name: ServerName, act: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(name, act);
  }

  /** Starts a server again, as often as it takes: another fault may keep it from starting. */
  async restart(name: ServerName): Promise<void> {
    await until(
      `${name} starts`,
      () =>
        this.server(name)
          .restart()
          .then(() => true),
      startWithinMs,
    );
  }

  /** A new Kafka with nothing in it, under the same cluster id. */
  async wipeKafka(): Promise<void> {
    const server = present(this.#kafka, 'kafka');
    const directory = join(this.disks.kafka.folder, 'kafka');
    const data = join(directory, 'data');
    const [, clusterId = ''] = /^cluster\.id=(.+)$/m.exec(readFileSync(join(data, 'meta.properties'), 'utf8')) ?? [];
    await server.kill('SIGKILL');
    const java = [
      '-Xmx128m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-cp',
      kafkaClassPath(),
      ...archivedClasses(),
    ];
    // The disk may be full just now.
    const format = () => {
      rmSync(data, { recursive: true, force: true });
      formatStorage(java, join(directory, 'server.properties'), clusterId);
      return true;
    };
    await until('Kafka is formatted', format, startWithinMs);
    await this.restart('kafka');
  }

  /** Why Kafka's own files cannot be reached; null when they can. */
  get kafkaFilesMissing(): string | null {
    return existsSync(join(this.disks.kafka.folder, 'kafka', 'data', 'meta.properties'))
      ? null
      : `Kafka runs in ${findKafka()}`;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(Object.values(this.disks).map((disk) => disk.free()));
    await Promise.all([...this.#wires].map(([name, wire]) => (name === 'redis' ? null : wire.stop())));
    await Promise.allSettled([this.#postgres?.stop(), this.#cache?.stop(), this.#pair?.stop(), this.#kafka?.stop()]);
    for (const disk of Object.values(this.disks)) disk.dispose();
  }

  async #startKafka(): Promise<Kafka> {
    let port: number | undefined;
    const wire = await Wire.start(() => port);
    this.#wires.set('kafka', wire);
    const directory = join(this.disks.kafka.folder, 'kafka');
    const kafka = await startKafka({ directory, advertisedPort: wire.port, throwAway: true });
    port = kafka.port;
    return kafka;
  }

  async #keepAlive(name: ServerName): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.alone(name, async () => {
          if (!this.#stopping && this.server(name).pid === undefined) await this.server(name).restart();
        });
        return;
      } catch (error) {
        this.#onLine(name, String(error));
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }
}

function present<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`There is no ${name}`);
  return value;
}
