import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { postgresBinaries } from './postgres/binaries.ts';
import { withDatabase } from './postgres/databases.ts';
import { freePort, keptSecret } from './process/kept.ts';
import { databaseUser, type SystemUser, wrapCommand } from './process/privileges.ts';
import { commandLineOf, type ServerCommand, type ServerHandle, ServerProcess } from './process/server-process.ts';

/** C.UTF-8 classifies every Unicode letter, which pg_trgm needs; macOS has it under another name. */
const systemLocale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/**
 * Creates the data folder unless it exists and is complete.
 * @param user owns the data; this process's user when null
 * @param initdb returns a command that runs initdb as that user
 */
function ensureCluster(
  folder: string,
  password: string,
  user: SystemUser | null,
  initdb: (args: readonly string[]) => ServerCommand,
): void {
  const finished = join(dirname(folder), 'initialised');
  if (existsSync(finished)) {
    own(folder, user);
    return;
  }
  // Left by an interrupted initdb.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  own(folder, user);
  const passwordFile = join(folder, '..', 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const { file, args } = initdb([
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${systemLocale}`,
    '--lc-messages=C',
    '--no-sync',
    '--no-instructions',
  ]);
  const { status, stderr, error } = spawnSync(file, args, { encoding: 'utf8' });
  rmSync(passwordFile);
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
  writeFileSync(finished, '');
}

/** Changes the owner of a data folder that was last used by another user, root or not. */
function own(folder: string, user: SystemUser | null): void {
  if (!user || statSync(folder).uid === user.uid) return;
  spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

/**
 * Removes the lock of a dead server. PostgreSQL does so itself unless another process has the same number now, which is
 * common after a restart of a container or machine.
 */
function removeStaleLock(folder: string): void {
  const lock = join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (!commandLineOf(pid).includes(folder)) rmSync(lock);
}

interface PostgresOptions {
  /** Holds all data; a second start on the same folder finds the same data. */
  readonly directory: string;
  readonly port?: number;
  /** Faster, because the data survives a crash of the server but not of the machine; deleted on stop. */
  readonly throwAway?: boolean;
}

export interface Postgres extends ServerHandle {
  readonly port: number;
  /** URL of the superuser on database `postgres`. */
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

  ensureCluster(folder, password, user, (args) => wrap(initdb, args));
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
    throwAway,
    command: wrap(postgres, ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]),
    ready: () => answers(adminUrl),
    // Recovery after a crash replays all writes since the last checkpoint.
    readyWithinMs: 120_000,
    stopSignal: 'SIGINT',
    beforeStart: () => removeStaleLock(folder),
    // After a kill -9 the old server's child processes hold its shared memory until they notice.
    passingFault: 'shared memory block',
  });
  await server.start();
  return Object.assign(server, { port, adminUrl });
}

const answers = (url: string) =>
  withDatabase({ connectionString: url, connectionTimeoutMillis: 2000 }, async () => true);
