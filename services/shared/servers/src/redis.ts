import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis as Client, type RedisOptions as ClientOptions } from 'ioredis';
import { freePort, keptSecret } from './process/kept.ts';
import { wrapCommand } from './process/privileges.ts';
import { type ServerCommand, type ServerHandle, ServerProcess } from './process/server-process.ts';
import { aptInstall, containerName, dockerAnswers, dockerHasImage, findProgram, Refusal } from './process/tools.ts';

export const redisImage = 'redis:7-bookworm';

interface RedisSource {
  readonly kind: 'program' | 'docker';
  /** The program of Redis, or of Docker. */
  readonly path: string;
}

let found: RedisSource | null = null;

/** Returns the source of Redis on this machine: the PATH, else apt, else Docker; null when there is none. */
export function findRedis(): RedisSource | null {
  found ??= fromPath() ?? (aptInstall('redis-server') ? fromPath() : null) ?? fromDocker();
  return found;
}

/** @throws an error with instructions when nothing can provide Redis */
export function requireRedis(): RedisSource {
  const source = findRedis();
  if (source) return source;
  throw new Refusal(
    'Redis is missing. Install it and start again: Debian/Ubuntu `sudo apt-get install redis-server`, ' +
      'Fedora `sudo dnf install valkey-compat-redis`, macOS `brew install redis`; or start a Docker engine.',
  );
}

function fromPath(): RedisSource | null {
  const path = findProgram('redis-server', 'valkey-server');
  return path ? { kind: 'program', path } : null;
}

const fromDocker = (): RedisSource | null =>
  dockerAnswers() && dockerHasImage(redisImage) ? { kind: 'docker', path: 'docker' } : null;

interface RedisOptions {
  /** Holds all data; a second start on the same folder finds the same data (if durable). */
  readonly directory: string;
  /**
   * `durable` for sessions, queues and streams: nothing acknowledged is lost. `cache`: bounded, evicts, keeps nothing.
   */
  readonly role: 'durable' | 'cache';
  readonly port?: number;
  readonly databases?: number;
  /** Deleted on stop. */
  readonly throwAway?: boolean;
  /** The master to replicate, whose password it uses. Only when both run as programs on this machine. */
  readonly replicaOf?: Redis;
  /** A node of a cluster to be created, with the password of all nodes. Only as a program on this machine. */
  readonly cluster?: { readonly password: string; readonly busPort: number };
}

export interface Redis extends ServerHandle {
  readonly port: number;
  readonly url: string;
}

const roleSettings = {
  durable: ['appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction', 'save ""'],
  cache: ['appendonly no', 'save ""', 'maxmemory 128mb', 'maxmemory-policy allkeys-lru'],
};

/** Starts a Redis server with a password on the loopback interface. */
export async function startRedis(options: RedisOptions): Promise<Redis> {
  const { directory, role, databases = 16, throwAway = false, replicaOf, cluster } = options;
  const source = requireRedis();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const port = options.port ?? (await freePort());
  const given = replicaOf ? new URL(replicaOf.url).password : cluster?.password;
  const password = given ?? keptSecret(join(directory, 'password'));
  const container = source.kind === 'docker' ? containerName(`redis-${role}`, directory) : undefined;
  const configuration = join(directory, 'redis.conf');
  const lines = [
    // Docker itself publishes the port on the loopback interface.
    ...(container ? ['port 6379', 'dir /data'] : ['bind 127.0.0.1', `port ${port}`, `dir "${directory}"`]),
    `requirepass ${password}`,
    // Also for a master, which may become a replica.
    `masterauth ${password}`,
    ...(replicaOf ? [`replicaof 127.0.0.1 ${replicaOf.port}`] : []),
    ...(cluster
      ? ['cluster-enabled yes', `cluster-port ${cluster.busPort}`, 'cluster-node-timeout 2000']
      : // The default of 10 wakes an idle server ten times a second; a cluster needs that.
        [`databases ${databases}`, 'hz 4']),
    ...roleSettings[role],
  ];
  writeFileSync(configuration, `${lines.join('\n')}\n`, { mode: 0o600 });

  const url = `redis://:${password}@127.0.0.1:${port}`;
  const server = new ServerProcess({
    name: `redis-${role}`,
    directory,
    container,
    throwAway,
    command: container
      ? containerCommand(container, configuration, port)
      : wrapCommand({ file: source.path, args: [configuration] }, { deathSignal: 'SIGTERM' }),
    ready: () => answers(url),
    // A long append-only file takes time to read.
    readyWithinMs: 60_000,
    stopSignal: 'SIGTERM',
  });
  await server.start();
  return Object.assign(server, { port, url });
}

function containerCommand(name: string, configuration: string, port: number): ServerCommand {
  const volumes = ['-v', `${name}:/data`, '-v', `${configuration}:/etc/redis.conf:ro`];
  // As root, because only its owner can read the configuration.
  const args = ['run', '--rm', '--user', 'root', '--name', name, '-p', `127.0.0.1:${port}:6379`, ...volumes];
  return { file: 'docker', args: [...args, redisImage, 'redis-server', '/etc/redis.conf'] };
}

async function answers(url: string): Promise<boolean> {
  const once = { retryStrategy: () => null, connectTimeout: 2000 };
  return (await withRedis(url, (client) => client.ping(), once)) === 'PONG';
}

/** Connects to a Redis server, and closes the connection after `act`. */
export async function withRedis<Result>(
  url: string,
  act: (client: Client) => Promise<Result>,
  options: ClientOptions = {},
): Promise<Result> {
  const client = new Client(url, options);
  // A lost connection also fails the command that uses it.
  client.on('error', () => {});
  try {
    return await act(client);
  } finally {
    client.disconnect();
  }
}
