import { execFileSync, spawnSync } from 'node:child_process';
import type { ServerCommand } from './server-process.ts';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface WrapOptions {
  /** The kernel sends it to the server when its owner ends for any reason. */
  readonly deathSignal: NodeJS.Signals;
  /** The user that the server runs as; this process's user when null. */
  readonly user?: SystemUser | null;
  /** Test command: `user` gets only the privileges that it needs to succeed. */
  readonly probe?: ServerCommand;
}

/**
 * Wraps a command in util-linux's setpriv if available (any usual Linux), else returns it unchanged. A server for
 * another user may have to pass folders that only root may enter, such as a checkout under /root: it gets the smallest
 * capability with which `probe` succeeds, and none if it succeeds without.
 * @throws an error with instructions when no way works
 */
export function wrapCommand(command: ServerCommand, { deathSignal, user, probe }: WrapOptions): ServerCommand {
  if (spawnSync('setpriv', ['--version']).status !== 0) {
    if (!user) return command;
    throw new Error('To run PostgreSQL as root, install util-linux (setpriv), or run this as another user.');
  }
  const death = ['--pdeathsig', deathSignal.slice('SIG'.length)];
  const wrap = (flags: readonly string[], { file, args }: ServerCommand): ServerCommand => ({
    file: 'setpriv',
    args: [...flags, '--', file, ...args],
  });
  if (!user) return wrap(death, command);
  const identity = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
  const grants = [[], capability('dac_read_search'), capability('dac_override')];
  const enough = grants.find((grant) => {
    const { file, args } = wrap([...identity, ...grant], probe ?? { file: 'true', args: [] });
    return spawnSync(file, args).status === 0;
  });
  if (!enough) {
    throw new Error(
      `User ${user.uid} cannot reach ${probe?.args.join(' ') ?? command.file}: run this as a user who is not root, ` +
        'or put the checkout and DATA_DIR where every user may enter.',
    );
  }
  return wrap([...death, ...identity, ...enough], command);
}

const capability = (name: string) => ['--inh-caps', `+${name}`, '--ambient-caps', `+${name}`];

/**
 * PostgreSQL refuses to run as root.
 * @returns the user to run it as instead, null when this is not root
 */
export function databaseUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const existing = findUser('postgres');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const user = findUser('postgres') ?? findUser('nobody');
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.');
  return user;
}

function findUser(name: string): SystemUser | null {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}
