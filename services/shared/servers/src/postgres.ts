import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postgresBinaries } from './postgres/binaries.ts';
import { ensureCluster, removeStaleLock } from './postgres/cluster.ts';
import { freePort } from './process/free-port.ts';
import { keptSecret } from './process/kept-secret.ts';
import { databaseUser, wrapCommand } from './process/privileges.ts';
import { commandLineOf } from './process/process-identity.ts';
import { type ServerHandle, ServerProcess } from './process/server-process.ts';

export interface PostgresOptions {
  /** Holds all data; a second start on the same folder finds the same data. */
  readonly directory: string;
  readonly port?: number;
  /** Faster, because the data survives a crash of the server but not of the machine; deleted on stop. */
  readonly throwAway?: boolean;
}

export interface Postgres extends ServerHandle {
  readonly port: number;
  /** As the superuser, on database `postgres`. */
  readonly adminUrl: string;
}

const connections = 300;

/**
 * Commits still reach the operating system before they are acknowledged (synchronous_commit), so a kill -9 loses none.
 */
const withoutDurability = ['fsync=off', 'full_page_writes=off', 'max_wal_size=2GB'];

/** Starts PostgreSQL 18 with pg_trgm, unaccent and citext on the loopback interface. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { directory, throwAway = false } = options;
  // Root's servers run as another user, who must be able to pass through this folder.
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const port = options.port ?? (await freePort());
  const folder = join(directory, 'data');
  const password = keptSecret(join(directory, 'superuser-password'));
  const user = databaseUser();
  const { initdb, postgres } = await postgresBinaries();
  // The probe needs the parent folder, because the data folder itself will belong to that user.
  const probe = { file: 'sh', args: ['-c', '"$0" --version && test -x "$1"', postgres, directory] };
  const wrap = (file: string, args: readonly string[]) =>
    wrapCommand({ file, args }, { deathSignal: 'SIGINT', user, probe });

  ensureCluster({ folder, initdb, password, user, wrap: ({ file, args }) => wrap(file, args) });
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${connections}`,
    ...(throwAway ? withoutDurability : []),
  ];
  const adminUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const server = new ServerProcess({
    name: 'postgres',
    directory,
    command: wrap(postgres, ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]),
    ready: () => answers(adminUrl),
    // Recovery after a crash replays all writes since the last checkpoint.
    readyWithinMs: 120_000,
    stopSignal: 'SIGINT',
    beforeStart: () => removeStaleLock(folder, (pid) => commandLineOf(pid).includes(folder)),
    // After a kill -9 the old server's child processes hold its shared memory until they notice.
    passingFault: 'shared memory block',
    ...(throwAway ? { afterStop: () => rmSync(directory, { recursive: true, force: true }) } : {}),
  });
  await server.start();
  return Object.assign(server, { port, adminUrl });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}
