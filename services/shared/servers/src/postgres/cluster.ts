import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SystemUser } from '../process/privileges.ts';
import type { ServerCommand } from '../process/server-process.ts';

/** C.UTF-8 classifies every Unicode letter, which pg_trgm needs; macOS has it under another name. */
const systemLocale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/**
 * Creates the data folder unless it exists and is complete.
 * @param wrap turns a command into one that runs as the owner of the data
 */
export function ensureCluster(options: {
  readonly folder: string;
  readonly initdb: string;
  readonly password: string;
  readonly user: SystemUser | null;
  readonly wrap: (command: ServerCommand) => ServerCommand;
}): void {
  const { folder, user } = options;
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
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const { file, args, env } = options.wrap({
    file: options.initdb,
    args: [
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
    ],
  });
  const { status, stderr, error } = spawnSync(file, args, { encoding: 'utf8', ...(env ? { env } : {}) });
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
 * @param isOurs whether the process with that number is a server on this folder
 */
export function removeStaleLock(folder: string, isOurs: (pid: number) => boolean): void {
  const lock = join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (!isOurs(pid)) rmSync(lock);
}
